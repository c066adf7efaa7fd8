//! Apache Parquet: columns next to each other, in groups of many rows.

use std::{io::Write, sync::Arc};

use parquet::{
    basic::{LogicalType, Repetition, Type as Physical},
    data_type::{BoolType, ByteArray, ByteArrayType, Int64Type},
    errors::ParquetError,
    file::{metadata::KeyValue, properties::WriterProperties, writer::SerializedFileWriter},
    schema::types::Type,
};

use super::{Cell, Column, Kind, RowWriter};

/// Number of rows in a group, which is buffered in memory.
const GROUP: usize = 1 << 16;

/// Rows as Parquet.
pub(crate) struct Parquet<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<ColumnBuffer>,
    rows: usize,
}

/// The buffered values of one column, and for each row its definition level: 1 if it has a value, 0
/// if not.
struct ColumnBuffer {
    values: Values,
    levels: Vec<i16>,
}

enum Values {
    Numbers(Vec<i64>),
    Switches(Vec<bool>),
    Texts(Vec<ByteArray>),
}

impl<W: Write + Send> Parquet<W> {
    /// Begins with these columns, and these names and values as metadata.
    pub(crate) fn begin(output: W, columns: &[Column], metadata: Vec<(String, String)>) -> Result<Parquet<W>, String> {
        let fields = columns.iter().map(|(name, kind)| field(name, *kind)).collect::<Result<_, _>>();
        let schema = |fields| Type::group_type_builder("match").with_fields(fields).build();
        let metadata = metadata.into_iter().map(|(key, value)| KeyValue::new(key, value)).collect();
        let properties = Arc::new(WriterProperties::builder().set_key_value_metadata(Some(metadata)).build());
        let writer = fields
            .and_then(schema)
            .and_then(|schema| SerializedFileWriter::new(output, Arc::new(schema), properties))
            .map_err(|why| why.to_string())?;
        let buffer = |(_, kind): &Column| ColumnBuffer {
            values: match kind {
                Kind::Number => Values::Numbers(Vec::new()),
                Kind::Switch => Values::Switches(Vec::new()),
                Kind::Text => Values::Texts(Vec::new()),
            },
            levels: Vec::new(),
        };
        Ok(Parquet { writer, columns: columns.iter().map(buffer).collect(), rows: 0 })
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for buffer in &mut self.columns {
            let Some(mut column) = group.next_column()? else { break };
            let levels = Some(&buffer.levels[..]);
            match &mut buffer.values {
                Values::Numbers(numbers) => {
                    column.typed::<Int64Type>().write_batch(numbers, levels, None)?;
                    numbers.clear();
                }
                Values::Switches(switches) => {
                    column.typed::<BoolType>().write_batch(switches, levels, None)?;
                    switches.clear();
                }
                Values::Texts(texts) => {
                    column.typed::<ByteArrayType>().write_batch(texts, levels, None)?;
                    texts.clear();
                }
            }
            column.close()?;
            buffer.levels.clear();
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

fn field(name: &str, kind: Kind) -> Result<Arc<Type>, ParquetError> {
    let builder = match kind {
        Kind::Number => Type::primitive_type_builder(name, Physical::INT64),
        Kind::Switch => Type::primitive_type_builder(name, Physical::BOOLEAN),
        Kind::Text => {
            Type::primitive_type_builder(name, Physical::BYTE_ARRAY).with_logical_type(Some(LogicalType::String))
        }
    };
    builder.with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
}

impl<W: Write + Send> RowWriter<W> for Parquet<W> {
    fn row(&mut self, cells: &[Cell]) -> Result<(), String> {
        for (buffer, cell) in self.columns.iter_mut().zip(cells) {
            let level = match (&mut buffer.values, cell) {
                (Values::Numbers(numbers), Cell::Number(number)) => {
                    numbers.push(*number);
                    1
                }
                (Values::Switches(switches), Cell::Switch(on)) => {
                    switches.push(*on);
                    1
                }
                (Values::Texts(texts), Cell::Text(text)) => {
                    texts.push(text.as_str().into());
                    1
                }
                _ => 0,
            };
            buffer.levels.push(level);
        }
        self.rows += 1;
        if self.rows == GROUP { self.flush().map_err(|why| why.to_string()) } else { Ok(()) }
    }

    fn end(mut self: Box<Self>) -> Result<W, String> {
        if self.rows > 0 {
            self.flush().map_err(|why| why.to_string())?;
        }
        self.writer.into_inner().map_err(|why| why.to_string())
    }
}
