//! Comma-separated values.

use std::{fs::File, io::BufWriter};

use super::{Cell, Column, RowWriter};

/// A CSV file.
pub(crate) struct Csv {
    writer: csv::Writer<BufWriter<File>>,
}

impl Csv {
    /// Begins a file with the names of its columns.
    pub(crate) fn begin(file: File, columns: &[Column]) -> Result<Csv, String> {
        let mut writer = csv::Writer::from_writer(BufWriter::new(file));
        writer.write_record(columns.iter().map(|(name, _)| name)).map_err(|why| why.to_string())?;
        Ok(Csv { writer })
    }
}

impl RowWriter for Csv {
    fn row(&mut self, cells: &[Cell]) -> Result<(), String> {
        for cell in cells {
            match cell {
                Cell::Number(number) => self.writer.write_field(number.to_string()),
                Cell::Switch(on) => self.writer.write_field(on.to_string()),
                Cell::Text(text) => self.writer.write_field(text),
                Cell::Nothing => self.writer.write_field(""),
            }
            .map_err(|why| why.to_string())?;
        }
        self.writer.write_record(None::<&[u8]>).map_err(|why| why.to_string())
    }

    fn end(mut self: Box<Self>) -> Result<(), String> {
        self.writer.flush().map_err(|why| why.to_string())
    }
}
