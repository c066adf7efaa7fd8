//! The pictures of every folder: a line for each picture, with its icon and its words.

mod accursed_tomb;
mod common;
mod crimsonbranch;
mod dungeon_rummy;
mod gloombah;
mod rogue_ascension;
mod scenes;

use crate::Picture;

/// The folders in the order of their names, and the pictures of each in the order of theirs.
pub(crate) static FOLDERS: [&[Picture]; 7] = [
    &accursed_tomb::PICTURES,
    &common::PICTURES,
    &crimsonbranch::PICTURES,
    &dungeon_rummy::PICTURES,
    &gloombah::PICTURES,
    &rogue_ascension::PICTURES,
    &scenes::PICTURES,
];

/// A folder's pictures: a line is an id, an icon, and a description in words.
macro_rules! folder {
    ($folder:literal: $($id:literal $icon:ident $words:expr;)*) => {
        pub(super) static PICTURES: [$crate::Picture; [$($id),*].len()] = [$(
            $crate::Picture::new(
                concat!($folder, "/", $id),
                &$crate::icons::$icon,
                $words,
                text::file!(concat!(env!("CARGO_MANIFEST_DIR"), "/pictures/", $folder, "/", $id, ".svg")),
                text::file_hash!(concat!(env!("CARGO_MANIFEST_DIR"), "/pictures/", $folder, "/", $id, ".svg")),
            )
        ),*];
    };
}
use folder;
