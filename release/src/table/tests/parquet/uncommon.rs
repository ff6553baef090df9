//! Types that few programs still write, or write already.

use std::fs::File;
use std::sync::Arc;

use arrow_array::Float16Array;
use arrow_array::types::{ArrowPrimitiveType, Float16Type};
use parquet::data_type::{Int96, Int96Type};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use tempfile::TempDir;

use super::super::release;
use super::{texts, texts_of};
use crate::table::Wanted;

type Half = <Float16Type as ArrowPrimitiveType>::Native;

#[test]
fn half_precision() {
    let values = [1.5, 0.1, -0.0, f32::NAN, 65_504.0, f32::NEG_INFINITY];
    let values = values.map(Half::from_f32);
    assert_eq!(
        texts_of(Arc::new(Float16Array::from_iter_values(values))),
        ["1.5", "0.0999755859375", "0", "", "65504", "-inf"]
    );
}

/// Days since 4713 before Christ, and nanoseconds: what Spark and Impala wrote for years. They reach beyond the years that
/// nanoseconds since 1970 reach.
#[test]
fn timestamps_of_96_bits() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t.parquet");
    let moment = |day: i32, nanoseconds: u64| {
        let [low, high] = [nanoseconds & 0xffff_ffff, nanoseconds >> 32];
        let mut moment = Int96::new();
        moment.set_data(
            low.try_into().unwrap(),
            high.try_into().unwrap(),
            (day + 2_440_588).try_into().unwrap(),
        );
        moment
    };
    let moments = [
        moment(18_263, 11_040_000_000_000),
        moment(0, 500_000_000),
        moment(2_932_896, 0),
        moment(-719_162, 0),
    ];
    let schema = Arc::new(parse_message_type("message m { REQUIRED INT96 a; }").unwrap());
    let file = File::create(&path).unwrap();
    let mut writer = SerializedFileWriter::new(file, schema, Arc::default()).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    let typed = column.typed::<Int96Type>();
    typed.write_batch(&moments, None, None).unwrap();
    column.close().unwrap();
    group.close().unwrap();
    writer.close().unwrap();
    let by = release(r#"(name: "a", kind: Categorical(["x"]))"#);
    let rows = texts(&path, &Wanted::by_release(&by)).unwrap();
    assert_eq!(
        rows.concat(),
        [
            "2020-01-02T03:04:00",
            "1970-01-01T00:00:00.5",
            "9999-12-31",
            "0001-01-01"
        ]
    );
}
