//! Macros for texts in the code; `undercroft-text` explains them.

use proc_macro::TokenStream;
use proc_macro2::{Ident, Span, TokenStream as Tokens};
use quote::{quote, quote_spanned};
use syn::{
    Error, Expr, LitStr, Path, Result, Token, Type,
    ext::IdentExt,
    parenthesized,
    parse::{Parse, ParseStream},
    parse_macro_input,
};

/// Creates a text in the current language: `t!("Wait")` is a `&'static str`, `t!("{name} waits")` a
/// `String`. Gaps have the syntax of `format!`.
#[proc_macro]
pub fn t(input: TokenStream) -> TokenStream {
    let Gapped { source, arguments } = parse_macro_input!(input);
    let filled = match Template::read(&source) {
        Ok(template) if arguments.is_empty() && template.gaps.is_empty() => {
            Ok(quote!(::text::Text::new(&::text::Source { domain: env!("CARGO_PKG_NAME"), text: #source }).as_str()))
        }
        Ok(template) => message(&source, template, &arguments)
            .map(|(message, values)| quote!(#message.fill(&[#(&(#values) as &dyn ::text::Argument),*]))),
        Err(error) => Err(error),
    };
    filled.unwrap_or_else(Error::into_compile_error).into()
}

/// Creates a text as data: a constant `Text`.
#[proc_macro]
pub fn text(input: TokenStream) -> TokenStream {
    let source: LitStr = parse_macro_input!(input);
    quote!(::text::Text::new(&::text::Source { domain: env!("CARGO_PKG_NAME"), text: #source })).into()
}

/// Creates a noun for counting, by its singular: a constant `Noun`.
#[proc_macro]
pub fn noun(input: TokenStream) -> TokenStream {
    let one: LitStr = parse_macro_input!(input);
    quote!(::text::Noun::new(env!("CARGO_PKG_NAME"), #one)).into()
}

/// Formats a number of things: `counted!(3, "wound")`.
#[proc_macro]
pub fn counted(input: TokenStream) -> TokenStream {
    let Counted { count, one } = parse_macro_input!(input);
    quote!(::text::Noun::new(env!("CARGO_PKG_NAME"), #one).counted(#count)).into()
}

/// Creates a text with gaps, for other macros: `fill!((function, Trait) "…", …)` calls the function
/// with the message and its arguments, each as `&dyn Trait`.
#[proc_macro]
pub fn fill(input: TokenStream) -> TokenStream {
    let Fill { function, kind, gapped } = parse_macro_input!(input);
    let template = Template::read(&gapped.source);
    let filled = template.and_then(|template| message(&gapped.source, template, &gapped.arguments));
    let filled = filled.map(|(message, values)| quote!(#function(#message, &[#(&(#values) as &dyn #kind),*])));
    filled.unwrap_or_else(Error::into_compile_error).into()
}

struct Counted {
    count: Expr,
    one: LitStr,
}

impl Parse for Counted {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let count = input.parse()?;
        input.parse::<Token![,]>()?;
        Ok(Counted { count, one: input.parse()? })
    }
}

struct Fill {
    function: Path,
    kind: Type,
    gapped: Gapped,
}

impl Parse for Fill {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let way;
        parenthesized!(way in input);
        let function = way.parse()?;
        way.parse::<Token![,]>()?;
        Ok(Fill { function, kind: way.parse()?, gapped: input.parse()? })
    }
}

/// A text with gaps, and the arguments for them.
struct Gapped {
    source: LitStr,
    arguments: Vec<(Option<Ident>, Expr)>,
}

impl Parse for Gapped {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let source = input.parse()?;
        let mut arguments = Vec::new();
        while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            let named = input.peek(syn::Ident::peek_any) && input.peek2(Token![=]) && !input.peek2(Token![==]);
            let name = if named { Some(input.call(Ident::parse_any)?) } else { None };
            if named {
                input.parse::<Token![=]>()?;
            }
            arguments.push((name, input.parse()?));
        }
        Ok(Gapped { source, arguments })
    }
}

/// A gap: the words before it, its name, empty for the next argument without one, and its format.
struct Gap {
    before: String,
    name: String,
    format: String,
}

/// The parts of a text with gaps.
struct Template {
    gaps: Vec<Gap>,
    /// The words after the last gap.
    rest: String,
}

impl Template {
    fn read(source: &LitStr) -> Result<Template> {
        let text = source.value();
        let (mut gaps, mut words) = (Vec::new(), String::new());
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '{' | '}' if letters.next_if_eq(&letter).is_some() => words.push(letter),
                '}' => return Err(Error::new(source.span(), "a closing brace without an opening one")),
                '{' => {
                    let inside: String = letters.by_ref().take_while(|letter| *letter != '}').collect();
                    let (name, format) = inside.split_once(':').unwrap_or((&inside, ""));
                    let before = std::mem::take(&mut words);
                    gaps.push(Gap { before, name: name.to_owned(), format: format.to_owned() });
                }
                _ => words.push(letter),
            }
        }
        Ok(Template { gaps, rest: words })
    }
}

/// Returns the message as a constant, and the values of its gaps.
fn message(
    source: &LitStr,
    Template { gaps, rest }: Template,
    arguments: &[(Option<Ident>, Expr)],
) -> Result<(Tokens, Vec<Tokens>)> {
    let mut unnamed = arguments.iter().filter(|(name, _)| name.is_none()).map(|(_, value)| value);
    let (mut filled, mut names, mut values) = (Vec::new(), Vec::<String>::new(), Vec::new());
    let mut nameless = 0..;
    for Gap { before, name, format } in gaps {
        let value = if name.is_empty() {
            let value = unnamed.next().ok_or_else(|| Error::new(source.span(), "a gap without an argument"))?;
            quote!(#value)
        } else if let Some((_, value)) = arguments.iter().find(|(own, _)| own.as_ref().is_some_and(|own| *own == name))
        {
            quote!(#value)
        } else {
            let captured = Ident::new(&name, source.span());
            quote!(#captured)
        };
        let name = if name.is_empty() { nameless.next().unwrap_or_default().to_string() } else { name };
        let index = match names.iter().position(|own| *own == name) {
            Some(index) => index,
            None => {
                names.push(name);
                values.push(match format.is_empty() {
                    true => value,
                    false => {
                        let format = format!("{{:{format}}}");
                        quote!(::std::format_args!(#format, #value))
                    }
                });
                names.len() - 1
            }
        };
        let index = u8::try_from(index).map_err(|_| Error::new(source.span(), "too many arguments"))?;
        filled.push(quote!((#before, #index)));
    }
    let used = |name: &Ident| names.iter().any(|own| *name == own);
    if let Some((Some(name), _)) = arguments.iter().find(|(name, _)| name.as_ref().is_some_and(|name| !used(name))) {
        return Err(Error::new(name.span(), "no gap has this name"));
    }
    if unnamed.next().is_some() {
        return Err(Error::new(source.span(), "an argument without a gap"));
    }
    let message = quote_spanned!(Span::mixed_site()=> {
        static MESSAGE: ::text::Message = ::text::Message {
            domain: env!("CARGO_PKG_NAME"),
            source: #source,
            gaps: &[#(#filled),*],
            rest: #rest,
            names: &[#(#names),*],
        };
        &MESSAGE
    });
    Ok((message, values))
}
