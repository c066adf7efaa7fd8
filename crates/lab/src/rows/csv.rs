//! Comma-separated values.

use std::io::{BufWriter, Write};

use super::{Cell, Column, RowWriter};

/// Rows as CSV.
pub(crate) struct Csv<W: Write> {
    writer: csv::Writer<BufWriter<W>>,
}

impl<W: Write> Csv<W> {
    /// Begins with the names of the columns.
    pub(crate) fn begin(output: W, columns: &[Column]) -> Result<Csv<W>, String> {
        let mut writer = csv::Writer::from_writer(BufWriter::new(output));
        writer.write_record(columns.iter().map(|(name, _)| name)).map_err(|why| why.to_string())?;
        Ok(Csv { writer })
    }
}

impl<W: Write + Send> RowWriter<W> for Csv<W> {
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

    fn end(self: Box<Self>) -> Result<W, String> {
        let output = self.writer.into_inner().map_err(|why| why.to_string())?;
        output.into_inner().map_err(|why| why.to_string())
    }
}
