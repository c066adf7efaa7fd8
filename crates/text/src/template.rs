//! Templates: texts with gaps.

/// A part of a text with gaps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TemplatePart {
    /// Words.
    Words(Box<str>),
    /// A gap: the name of its argument, and the form.
    Gap {
        /// The name; a number for an argument without a name.
        name: Box<str>,
        /// The text after the colon; empty if there is none.
        form: Box<str>,
    },
}

/// A text with gaps: `{name}`, `{name:form}` or `{}`, which is the next by number. `{{` and `}}`
/// are braces.
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
    /// Parses a text; `None` if a brace has no partner.
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

    /// Returns the names of its gaps, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| match part {
            TemplatePart::Gap { name, .. } => Some(&**name),
            TemplatePart::Words(_) => None,
        })
    }
}
