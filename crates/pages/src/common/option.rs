//! The field for an option of a game.

use kernel::{OptionKind, OptionSpec};
use maud::{Markup, html};
use serde_json::Value;
use text::t;

/// Returns the field for an option with its present value, or its default. `unlocked` is the highest
/// level that the visitor may choose.
pub(crate) fn option(spec: &OptionSpec, unlocked: u32, value: Option<&Value>) -> Markup {
    let name = format!("opt.{}", spec.key);
    let about = format!("about-{}", spec.key);
    let limit = |max: u32| if spec.unlocked_by_winning { max.min(unlocked) } else { max };
    let has =
        |choice: &str| value.and_then(Value::as_array).is_some_and(|picks| picks.iter().any(|pick| pick == choice));
    html! {
        div.option {
            label for=(name) { (spec.title) }
            @match spec.kind {
                OptionKind::Number { min, max, default } => {
                    @let max = limit(max).max(min);
                    @let now = value.and_then(Value::as_i64).unwrap_or(i64::from(default));
                    input id=(name) name=(name) type="number" inputmode="numeric" min=(min) max=(max)
                        value=(now.min(i64::from(max))) aria-describedby=(about);
                }
                OptionKind::Switch { default } => {
                    @let now = value.and_then(Value::as_bool).unwrap_or(default);
                    select id=(name) name=(name) aria-describedby=(about) {
                        option value="true" selected[now] { (t!("Yes")) }
                        option value="false" selected[!now] { (t!("No")) }
                    }
                }
                OptionKind::Choice(choices) => {
                    select id=(name) name=(name) aria-describedby=(about) {
                        @for (choice, title) in choices { option value=(choice) selected[value.is_some_and(|now| now == choice)] { (title) } }
                    }
                }
                OptionKind::Subset(choices) => {
                    input type="hidden" name=(name) value="";
                    span.picks id=(name) role="group" aria-describedby=(about) {
                        @for (choice, title) in choices {
                            label { input type="checkbox" name=(name) value=(choice) checked[has(choice)]; " " (title) }
                        }
                    }
                }
                OptionKind::Text { max_length, default } => {
                    @let now = value.and_then(Value::as_str).unwrap_or(default);
                    input id=(name) name=(name) type="text" maxlength=(max_length) value=(now) autocomplete="off" aria-describedby=(about);
                }
            }
            p.quiet id=(about) {
                (spec.text)
                @if spec.unlocked_by_winning { " " (ladder(unlocked)) }
            }
        }
    }
}

fn ladder(unlocked: u32) -> String {
    match unlocked {
        0 => t!("A win opens level 1.").into(),
        level => t!("You have opened the levels up to {level}; a win there opens the next."),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use text::text;

    use super::*;

    const SUITS: [(&str, text::Text); 2] = [("hearts", text!("Hearts")), ("spades", text!("Spades"))];

    #[test]
    fn fields_have_the_present_values() {
        let drawn = |kind: OptionKind, value: Value| {
            option(&OptionSpec::new("key", text!("Key"), text!(""), kind), 0, Some(&value)).into_string()
        };
        let number = OptionKind::Number { min: 0, max: 99, default: 7 };
        assert!(drawn(number, json!(12)).contains(r#"value="12""#));
        assert!(drawn(OptionKind::Switch { default: true }, json!(false)).contains(r#"value="false" selected"#));
        assert!(drawn(OptionKind::Choice(&SUITS), json!("spades")).contains(r#"value="spades" selected"#));
        let picks = drawn(OptionKind::Subset(&SUITS), json!(["spades"]));
        assert!(picks.contains(r#"value="spades" checked"#) && picks.matches("checked").count() == 1, "{picks}");
        assert!(drawn(OptionKind::Text { max_length: 9, default: "a" }, json!("b")).contains(r#"value="b""#));
    }

    #[test]
    fn nobody_is_offered_a_level_that_is_still_closed() {
        let spec =
            OptionSpec::new("ascension", text!("Level"), text!(""), OptionKind::Number { min: 0, max: 99, default: 0 })
                .unlocked_by_winning();
        assert!(option(&spec, 3, None).into_string().contains(r#"max="3""#));
        let other =
            OptionSpec::new("rounds", text!("Rounds"), text!(""), OptionKind::Number { min: 0, max: 99, default: 0 });
        assert!(option(&other, 3, None).into_string().contains(r#"max="99""#));
    }
}
