// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.LineReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * Writes rows of a table as Parquet: compressed with Snappy, in row groups of Parquet's default
 * size, with the names and types that SQL declares; every column may be null, as in tables that
 * engines write. Stateless.
 */
public final class ParquetTable {
  private ParquetTable() {}

  /**
   * Writes a file in text as a file in Parquet.
   *
   * @throws IOException if a row is malformed, or if reading or writing fails
   */
  public static void write(Configuration configuration, Table table, Path text, Path parquet)
      throws IOException {
    Row row = new Row(table);
    Text line = new Text();
    OutputFile file = HadoopOutputFile.fromPath(parquet, configuration);
    try (LineReader lines = new LineReader(text.getFileSystem(configuration).open(text));
        ParquetWriter<Row> out =
            new Builder(file, table)
                .withConf(configuration)
                .withCompressionCodec(CompressionCodecName.SNAPPY)
                .build()) {
      while (lines.readLine(line) > 0) {
        row.set(line);
        out.write(row);
      }
    } catch (UncheckedIOException malformed) {
      throw malformed.getCause();
    }
  }

  static MessageType schema(Table table) {
    return new MessageType(
        table.label(),
        table.types().entrySet().stream()
            .map(column -> type(column.getKey(), column.getValue()))
            .toList());
  }

  private static Type type(String name, Table.Type type) {
    return switch (type) {
      case STRING ->
          Types.optional(PrimitiveTypeName.BINARY)
              .as(LogicalTypeAnnotation.stringType())
              .named(name);
      case INT -> Types.optional(PrimitiveTypeName.INT32).named(name);
      case DOUBLE -> Types.optional(PrimitiveTypeName.DOUBLE).named(name);
      case DATE ->
          Types.optional(PrimitiveTypeName.INT32).as(LogicalTypeAnnotation.dateType()).named(name);
    };
  }

  private static final class Builder extends ParquetWriter.Builder<Row, Builder> {
    private final Table table;

    Builder(OutputFile file, Table table) {
      super(file);
      this.table = table;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // it is abstract, and its successor calls it
    protected WriteSupport<Row> getWriteSupport(Configuration configuration) {
      return new RowSupport(table);
    }
  }

  /** Gives the values of rows to Parquet's columns. */
  private static final class RowSupport extends WriteSupport<Row> {
    private final Table table;
    private final List<String> names;
    private final List<Table.Type> types;
    private final Text text = new Text();
    private RecordConsumer consumer;

    RowSupport(Table table) {
      this.table = table;
      names = List.copyOf(table.types().keySet());
      types = List.copyOf(table.types().values());
    }

    @Override
    @SuppressWarnings("deprecation") // it is abstract, and its successor calls it
    public WriteContext init(Configuration configuration) {
      return new WriteContext(schema(table), Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
      consumer = recordConsumer;
    }

    @Override
    public void write(Row row) {
      consumer.startMessage();
      for (int column = 0; column < names.size(); column++) {
        consumer.startField(names.get(column), column);
        try {
          add(row, column);
        } catch (IOException malformed) {
          throw new UncheckedIOException(malformed);
        }
        consumer.endField(names.get(column), column);
      }
      consumer.endMessage();
    }

    private void add(Row row, int column) throws IOException {
      switch (types.get(column)) {
        case STRING -> {
          row.copy(column, text);
          consumer.addBinary(Binary.fromReusedByteArray(text.getBytes(), 0, text.getLength()));
        }
        case INT -> consumer.addInteger(row.whole(column));
        case DOUBLE -> consumer.addDouble(row.number(column));
        case DATE -> consumer.addInteger(Math.toIntExact(row.date(column).toEpochDay()));
      }
    }
  }
}
