//! A language for tests.

use std::sync::LazyLock;

use polib::{
    catalog::Catalog,
    message::{Message, MessageMutView},
    po_file,
};
use text::{Catalogue, Language};

#[expect(clippy::expect_used, reason = "for tests alone")]
static BRACKETED: LazyLock<Catalogue> = LazyLock::new(|| {
    let files: Vec<(&str, String)> =
        folder!("source", ".pot").iter().map(|(of, file)| (*of, bracketed_file(file))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(of, file)| (*of, file.as_str())).collect();
    Catalogue::read("qps", "Brackets", |count| usize::from(count != 1), &files).expect("the templates can be read")
});

/// Returns a language in which every text has brackets, ⟦so⟧: a text that a test sees without
/// brackets bypassed the translation.
pub fn bracketed() -> Language {
    Language::of(&BRACKETED)
}

#[expect(clippy::expect_used, reason = "for tests alone")]
fn bracketed_file(template: &str) -> String {
    let read = po_file::parse_from_reader(template.as_bytes()).expect("a template is a PO file");
    let mut whole = Catalog::new(read.metadata.clone());
    for message in read.messages() {
        let mut copy = match message.msgid_plural() {
            Ok(plural) => {
                let mut copy = Message::build_plural();
                copy.with_msgid(message.msgid().into()).with_msgid_plural(plural.into());
                copy.with_msgstr_plural(vec![in_brackets(message.msgid()), in_brackets(plural)]).done()
            }
            Err(_) => {
                let mut copy = Message::build_singular();
                copy.with_msgid(message.msgid().into()).with_msgstr(in_brackets(message.msgid())).done()
            }
        };
        copy.source_mut().clear();
        whole.append_or_update(copy);
    }
    let mut written = std::io::BufWriter::new(Vec::new());
    po_file::write(&whole, &mut written).expect("it is written to memory");
    String::from_utf8(written.into_inner().expect("it is written to memory")).expect("it was text")
}

fn in_brackets(text: &str) -> String {
    format!("⟦{text}⟧")
}
