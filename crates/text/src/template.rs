//! Texts with gaps, as they are written.

/// A part of a text with gaps, as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TemplatePart {
    /// Words.
    Words(Box<str>),
    /// A gap: the name of what stands there, and the form in which it does.
    Gap {
        /// The name; a number for what has none.
        name: Box<str>,
        /// What stands behind the colon; empty if nothing does.
        form: Box<str>,
    },
}

/// A text with gaps: `{name}`, `{name:form}` or `{}`, which is the next by number. `{{` and `}}` are braces.
///
/// ```
/// use text::Template;
///
/// let template = Template::read("{monster:acc} in {}").unwrap();
/// assert_eq!(template.names().collect::<Vec<_>>(), ["monster", "0"]);
/// assert_eq!(Template::read("a {gap"), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template(pub Vec<TemplatePart>);

impl Template {
    /// Reads a text; `None` if a brace has no partner.
    pub fn read(source: &str) -> Option<Template> {
        let (mut parts, mut words, mut unnamed) = (Vec::new(), String::new(), 0..);
        let mut letters = source.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '{' | '}' if letters.next_if_eq(&letter).is_some() => words.push(letter),
                '}' => return None,
                '{' => {
                    let mut inside = String::new();
                    loop {
                        match letters.next()? {
                            '}' => break,
                            '{' => return None,
                            letter => inside.push(letter),
                        }
                    }
                    let (name, form) = inside.split_once(':').unwrap_or((&inside, ""));
                    let name = match name.is_empty() {
                        true => unnamed.next()?.to_string().into(),
                        false => name.into(),
                    };
                    if !words.is_empty() {
                        parts.push(TemplatePart::Words(std::mem::take(&mut words).into()));
                    }
                    parts.push(TemplatePart::Gap { name, form: form.into() });
                }
                letter => words.push(letter),
            }
        }
        if !words.is_empty() {
            parts.push(TemplatePart::Words(words.into()));
        }
        Some(Template(parts))
    }

    /// The names of its gaps, in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| match part {
            TemplatePart::Gap { name, .. } => Some(&**name),
            TemplatePart::Words(_) => None,
        })
    }
}
