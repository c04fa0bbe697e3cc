// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.SequenceFile.ValueBytes;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.VIntWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileAsBinaryOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.InputWriter;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.JobProgram;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Records that pass through a mapper or a reducer, or both, as they are. The engine does not make
 * objects of some; nothing but speed may tell.
 */
@Area("Identity mappers and reducers")
class IdentityTest extends OracleTest {

  /** A class of keys or values, and how to make one at random. */
  private record Field(Class<? extends Writable> type, Function<Random, ? extends Writable> make) {
    @Override
    public String toString() {
      return type.getSimpleName();
    }
  }

  private static final Field TEXT = new Field(Text.class, r -> new Text(text(r)));
  private static final Field BYTES = new Field(BytesWritable.class, IdentityTest::bytes);
  private static final Field INT = new Field(IntWritable.class, r -> new IntWritable(r.nextInt()));
  private static final Field LONG =
      new Field(LongWritable.class, r -> new LongWritable(r.nextLong()));
  private static final Field NULL = new Field(NullWritable.class, r -> NullWritable.get());
  private static final Field LONG_BYTES = new Field(BytesWritable.class, IdentityTest::longBytes);
  private static final Field VINT =
      new Field(VIntWritable.class, r -> new VIntWritable(r.nextInt()));

  /** Of a file of integers and bytes without metadata. */
  private static final int HEADER_BYTES =
      4
          + 1
          + IntWritable.class.getName().length()
          + 1
          + BytesWritable.class.getName().length()
          + 2
          + Integer.BYTES
          + 16;

  static Stream<Field[]> pairs() {
    return Stream.of(
        new Field[] {TEXT, TEXT},
        new Field[] {BYTES, LONG},
        new Field[] {INT, BYTES},
        new Field[] {LONG, NULL},
        new Field[] {TEXT, VINT},
        new Field[] {VINT, TEXT});
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void passesRecordsOf(Field key, Field value) throws Exception {
    check(
        JobCase.of(key + " and " + value, "sequence files to sequence files, several splits")
            .input(files(key, value))
            .program(passing(key, value, job -> job.setNumReduceTasks(3))));
  }

  @Test
  @Tag("short")
  void passesRecordsToOneReducer() throws Exception {
    check(
        JobCase.of("one reducer", "sequence files to a sequence file")
            .input(files(TEXT, INT))
            .program(passing(TEXT, INT, job -> {})));
  }

  @Test
  void passesRecordsThatNobodyReduces() throws Exception {
    check(
        JobCase.of("no reducer", "map only, sequence files to sequence files")
            .input(files(TEXT, INT))
            .program(passing(TEXT, INT, job -> job.setNumReduceTasks(0))));
  }

  static Stream<CompressionType> compression() {
    return Stream.of(CompressionType.RECORD, CompressionType.BLOCK);
  }

  @ParameterizedTest
  @MethodSource("compression")
  void readsCompressedRecords(CompressionType type) throws Exception {
    check(
        JobCase.of("compressed input, " + type, "sequence files")
            .input(files(TEXT, BYTES, type))
            .program(passing(TEXT, BYTES, job -> job.setNumReduceTasks(2))));
  }

  @ParameterizedTest
  @MethodSource("compression")
  void writesCompressedRecords(CompressionType type) throws Exception {
    check(
        JobCase.of("compressed output, " + type, "sequence files")
            .input(files(TEXT, INT))
            .program(
                passing(
                    TEXT,
                    INT,
                    job -> {
                      SequenceFileOutputFormat.setCompressOutput(job, true);
                      SequenceFileOutputFormat.setOutputCompressionType(job, type);
                    })));
  }

  @ParameterizedTest
  @MethodSource("compression")
  void writesCompressedFilesWithoutRecords(CompressionType type) throws Exception {
    check(
        JobCase.of("compressed output without records, " + type, "empty partitions")
            .input((directory, random) -> writer(directory, 0, TEXT.type(), INT.type()).close())
            .program(
                passing(
                    TEXT,
                    INT,
                    job -> {
                      job.setNumReduceTasks(3);
                      SequenceFileOutputFormat.setCompressOutput(job, true);
                      SequenceFileOutputFormat.setOutputCompressionType(job, type);
                    })));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lazily", "as binary", "as map files"})
  void writesBlocksWithoutRecords(String how) throws Exception {
    check(
        JobCase.of("compressed output without records, " + how, "empty partitions, BLOCK")
            .input((directory, random) -> writer(directory, 0, BYTES.type(), BYTES.type()).close())
            .program(
                passing(
                    BYTES,
                    BYTES,
                    job -> {
                      inBlocks(job.getConfiguration());
                      job.setNumReduceTasks(3);
                      switch (how) {
                        case "lazily" ->
                            LazyOutputFormat.setOutputFormatClass(
                                job, SequenceFileOutputFormat.class);
                        case "as binary" ->
                            job.setOutputFormatClass(SequenceFileAsBinaryOutputFormat.class);
                        default -> job.setOutputFormatClass(MapFileOutputFormat.class);
                      }
                    })));
  }

  @Test
  void writesBlocksWithoutRecordsInTheOldApi() throws Exception {
    check(
        JobCase.of("compressed output without records, old API", "empty partitions, BLOCK")
            .input((directory, random) -> writer(directory, 0, TEXT.type(), INT.type()).close())
            .program(
                workspace -> {
                  JobConf conf = Jobs.jobConf(workspace, "identity-old");
                  inBlocks(conf);
                  conf.setNumReduceTasks(3);
                  conf.setInputFormat(org.apache.hadoop.mapred.SequenceFileInputFormat.class);
                  conf.setOutputFormat(org.apache.hadoop.mapred.SequenceFileOutputFormat.class);
                  conf.setOutputKeyClass(TEXT.type());
                  conf.setOutputValueClass(INT.type());
                  return Jobs.run(conf);
                }));
  }

  private static void inBlocks(Configuration conf) {
    conf.setBoolean(FileOutputFormat.COMPRESS, true);
    conf.set(FileOutputFormat.COMPRESS_TYPE, CompressionType.BLOCK.name());
  }

  @ParameterizedTest
  @MethodSource("compression")
  void readsCompressedFilesWithoutRecords(CompressionType type) throws Exception {
    check(
        JobCase.of("compressed input without records, " + type, "sequence files")
            .input(
                (directory, random) ->
                    writer(
                            directory,
                            0,
                            TEXT.type(),
                            INT.type(),
                            SequenceFile.Writer.compression(type))
                        .close())
            .program(passing(TEXT, INT, job -> {})));
  }

  @Test
  void passesRecordsToText() throws Exception {
    check(
        JobCase.of("sequence files to text", "identity mapper and reducer, TextOutputFormat")
            .input(files(TEXT, INT))
            .program(passing(TEXT, INT, job -> job.setOutputFormatClass(TextOutputFormat.class))));
  }

  @Test
  void passesRecordsThroughACombiner() throws Exception {
    check(
        JobCase.of("with a combiner", "identity mapper, combiner sees objects")
            .input(files(TEXT, INT))
            .program(passing(TEXT, INT, job -> job.setCombinerClass(Reducer.class))));
  }

  @Test
  void passesRecordsWhereAPartitionerWantsThem() throws Exception {
    check(
        JobCase.of("with a partitioner", "looks at key and value")
            .input(files(TEXT, INT))
            .program(
                passing(
                    TEXT,
                    INT,
                    job -> {
                      job.setNumReduceTasks(3);
                      job.setPartitionerClass(ByLengthAndValue.class);
                    })));
  }

  /** Looks at both. */
  static final class ByLengthAndValue extends Partitioner<Text, IntWritable> {
    @Override
    public int getPartition(Text key, IntWritable value, int partitions) {
      return Math.floorMod(key.getLength() + value.get(), partitions);
    }
  }

  @Test
  void countsGroupsAsTheJobGroupsThem() throws Exception {
    check(
        JobCase.of("with a grouping comparator", "REDUCE_INPUT_GROUPS")
            .input(files(TEXT, INT))
            .program(
                passing(TEXT, INT, job -> job.setGroupingComparatorClass(ByFirstLetter.class))));
  }

  /** Keys with the same first letter are one group. */
  static final class ByFirstLetter extends WritableComparator {
    ByFirstLetter() {
      super(Text.class, true);
    }

    @Override
    @SuppressWarnings("rawtypes") // as its parent
    public int compare(
        org.apache.hadoop.io.WritableComparable a, org.apache.hadoop.io.WritableComparable b) {
      return Integer.compare(((Text) a).charAt(0), ((Text) b).charAt(0));
    }
  }

  @Test
  void writesForeignBytesAsHadoopDoes() throws Exception {
    check(
        JobCase.of("bytes that Text would not have written", "lengths, zeros behind a value")
            .input(
                raw(
                    Text.class,
                    new byte[][] {
                      {3, 'a', 'b', 'c'}, {-113, 2, 'x', 'y'}, {-114, 0, 1, 'z'}, {0}, {-113, 0}
                    },
                    new byte[][] {{1, 'v'}, {-113, 1, 'w'}, {1, 'u', 0}, {0, 0, 0}}))
            .program(passing(TEXT, TEXT, job -> {})));
  }

  static Stream<byte[]> broken() {
    return Stream.of(
        new byte[] {1, 'a', 'b'}, // more than a key
        new byte[] {5, 'a'}, // less
        new byte[0],
        new byte[] {-120, 1, 1, 1, 1, 1, 1, 1, 1}, // longer than anything
        new byte[] {-1}); // a negative length
  }

  @ParameterizedTest
  @MethodSource("broken")
  void failsAtAKeyThatIsNone(byte[] key) throws Exception {
    check(
        JobCase.of("key of bytes " + Arrays.toString(key), "an identity mapper's task fails")
            .input(raw(Text.class, new byte[][] {key}, new byte[][] {{1, 'v'}}))
            .program(passing(TEXT, TEXT, job -> {}))
            .failing());
  }

  @Test
  void failsAtAValueThatIsNone() throws Exception {
    check(
        JobCase.of("value with more bytes than it has", "an identity mapper's task fails")
            .input(raw(Text.class, new byte[][] {{1, 'k'}}, new byte[][] {{1, 'v', 7}}))
            .program(passing(TEXT, TEXT, job -> {}))
            .failing());
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 700, 20_000})
  void findsTheRecordsOfEachSplit(int interval) throws Exception {
    check(
        JobCase.of("sync markers each " + interval + " bytes", "short and long records, splits")
            .input(marked(interval))
            .program(passing(INT, LONG_BYTES, job -> job.setNumReduceTasks(2))));
  }

  @Test
  void readsBehindALongHeader() throws Exception {
    TreeMap<Text, Text> notes = new TreeMap<>();
    notes.put(
        new Text("note"), new Text("so long that the header has several chunks ".repeat(200)));
    check(
        JobCase.of("a header of 9 kB", "metadata; the first split ends within the header")
            .input(
                (directory, random) -> {
                  try (SequenceFile.Writer out =
                      writer(
                          directory,
                          0,
                          INT.type(),
                          TEXT.type(),
                          SequenceFile.Writer.metadata(new SequenceFile.Metadata(notes)))) {
                    append(out, INT, TEXT, random, 300);
                  }
                })
            .program(passing(INT, TEXT, job -> {})));
  }

  @Test
  void readsAFileWithoutRecords() throws Exception {
    check(
        JobCase.of("a file without records", "sequence files")
            .input(
                (directory, random) -> {
                  files(TEXT, INT).write(directory, random);
                  writer(directory, 7, TEXT.type(), INT.type()).close();
                })
            .program(passing(TEXT, INT, job -> {})));
  }

  /** A change to the bytes of a file. */
  private record Damage(String name, UnaryOperator<byte[]> change) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Damage> damages() {
    return Stream.of(
        new Damage("that ends within a record", bytes -> Arrays.copyOf(bytes, bytes.length - 3)),
        new Damage("that ends within a length", bytes -> Arrays.copyOf(bytes, HEADER_BYTES + 2)),
        new Damage("that ends within its header", bytes -> Arrays.copyOf(bytes, 20)),
        new Damage("with a wrong sync marker", IdentityTest::damageAMarker),
        new Damage("with a record of a negative length", bytes -> withInt(bytes, 0, -7)),
        new Damage("with a key of a negative length", bytes -> withInt(bytes, Integer.BYTES, -7)),
        new Damage("with a key that is longer than its record", bytes -> withInt(bytes, 4, 999)));
  }

  @ParameterizedTest
  @MethodSource("damages")
  void treatsADamagedFileAsHadoopDoes(Damage damage) throws Exception {
    JobCase job =
        JobCase.of("a file " + damage, "without checksums")
            .input((directory, random) -> damaged(damage).write(directory, random))
            .program(passing(INT, LONG_BYTES, unused -> {}));
    check(damage.name().contains("key of a negative") ? job : job.failing());
  }

  private static InputWriter damaged(Damage damage) {
    return (directory, random) -> {
      marked(700).write(directory, random);
      for (int file = 0; file < 3; file++) {
        Path damaged = directory.resolve("part" + file);
        Files.write(damaged, damage.change().apply(Files.readAllBytes(damaged)));
        Files.delete(directory.resolve(".part" + file + ".crc"));
      }
    };
  }

  private static byte[] damageAMarker(byte[] file) {
    byte[] marker = Arrays.copyOfRange(file, HEADER_BYTES - 16, HEADER_BYTES);
    int at = HEADER_BYTES;
    while (!Arrays.equals(marker, Arrays.copyOfRange(file, at, at + marker.length))) {
      at++;
    }
    file[at + 5] ^= 1;
    return file;
  }

  private static byte[] withInt(byte[] file, int offset, int value) {
    ByteBuffer.wrap(file).putInt(HEADER_BYTES + offset, value);
    return file;
  }

  @Test
  void readsAnOldVersion() throws Exception {
    check(
        JobCase.of("a file of version 5", "has no metadata")
            .input(
                (directory, random) -> {
                  marked(700).write(directory, random);
                  for (int file = 0; file < 3; file++) {
                    Path part = directory.resolve("part" + file);
                    byte[] bytes = Files.readAllBytes(part);
                    ByteArrayOutputStream old = new ByteArrayOutputStream();
                    int metadata = HEADER_BYTES - 16 - Integer.BYTES;
                    old.write(bytes, 0, metadata);
                    old.write(bytes, HEADER_BYTES - 16, bytes.length - HEADER_BYTES + 16);
                    byte[] changed = old.toByteArray();
                    changed[3] = 5;
                    Files.write(part, changed);
                    Files.delete(directory.resolve(".part" + file + ".crc"));
                  }
                })
            .program(passing(INT, LONG_BYTES, job -> {})));
  }

  @Test
  void failsAtKeysOfAClassThatTheJobDidNotSay() throws Exception {
    check(
        JobCase.of("keys of another class", "Type mismatch in key from map")
            .input(files(INT, TEXT))
            .program(passing(TEXT, TEXT, job -> {}))
            .failing());
  }

  @Test
  void failsIfTheOutputIsOfAnotherClass() throws Exception {
    check(
        JobCase.of("output of another class", "wrong value class")
            .input(files(TEXT, INT))
            .program(passing(TEXT, INT, job -> job.setOutputValueClass(LongWritable.class)))
            .failing());
  }

  private static InputWriter files(Field key, Field value) {
    return files(key, value, CompressionType.NONE);
  }

  private static InputWriter files(Field key, Field value, CompressionType compression) {
    return (directory, random) -> {
      for (int file = 0; file < 3; file++) {
        try (SequenceFile.Writer out =
            writer(
                directory,
                file,
                key.type(),
                value.type(),
                SequenceFile.Writer.compression(compression))) {
          append(out, key, value, random, 150 + 90 * file);
        }
      }
    };
  }

  /** Files of integers and bytes, many of them larger than a chunk, some than a buffer. */
  private static InputWriter marked(int interval) {
    return (directory, random) -> {
      for (int file = 0; file < 3; file++) {
        try (SequenceFile.Writer out =
            writer(
                directory,
                file,
                INT.type(),
                LONG_BYTES.type(),
                SequenceFile.Writer.syncInterval(interval))) {
          append(out, INT, LONG_BYTES, random, 40 + 30 * file);
        }
      }
    };
  }

  /** Of a file that is not compressed unless an option says so. */
  private static SequenceFile.Writer writer(
      Path directory, int file, Class<?> key, Class<?> value, SequenceFile.Writer.Option... more)
      throws IOException {
    List<SequenceFile.Writer.Option> options = new ArrayList<>(List.of(more));
    options.add(
        SequenceFile.Writer.file(
            new org.apache.hadoop.fs.Path(directory.resolve("part" + file).toUri())));
    options.add(SequenceFile.Writer.keyClass(key));
    options.add(SequenceFile.Writer.valueClass(value));
    options.add(SequenceFile.Writer.compression(CompressionType.NONE));
    return SequenceFile.createWriter(
        new Configuration(), options.toArray(SequenceFile.Writer.Option[]::new));
  }

  private static void append(
      SequenceFile.Writer out, Field key, Field value, Random random, int records)
      throws IOException {
    Writable last = null;
    for (int i = 0; i < records; i++) {
      last = last != null && random.nextInt(4) == 0 ? last : key.make().apply(random);
      out.append(last, value.make().apply(random));
    }
  }

  /** A file in which each key and each value is once, as bytes. */
  private static InputWriter raw(Class<?> type, byte[][] keys, byte[][] values) {
    return (directory, random) -> {
      try (SequenceFile.Writer out = writer(directory, 0, type, type)) {
        for (int i = 0; i < Math.max(keys.length, values.length); i++) {
          byte[] key = keys[i % keys.length];
          out.appendRaw(key, 0, key.length, new Raw(values[i % values.length]));
        }
      }
    };
  }

  /** A value's bytes. */
  private static final class Raw implements ValueBytes {
    private final byte[] bytes;

    Raw(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public void writeUncompressedBytes(DataOutputStream out) throws IOException {
      out.write(bytes);
    }

    @Override
    public void writeCompressedBytes(DataOutputStream out) {
      throw new IllegalArgumentException();
    }

    @Override
    public int getSize() {
      return bytes.length;
    }
  }

  private static JobProgram passing(Field key, Field value, Consumer<Job> setup) {
    return workspace -> {
      Job job = Jobs.job(workspace, "identity");
      job.setInputFormatClass(SequenceFileInputFormat.class);
      job.setOutputFormatClass(SequenceFileOutputFormat.class);
      job.setOutputKeyClass(key.type());
      job.setOutputValueClass(value.type());
      job.setMapOutputKeyClass(key.type());
      job.setMapOutputValueClass(value.type());
      FileInputFormat.setMaxInputSplitSize(job, 9_000);
      setup.accept(job);
      return Jobs.run(job);
    };
  }

  private static String text(Random random) {
    return Inputs.word(random) + "é".repeat(random.nextInt(5) == 0 ? random.nextInt(200) : 0);
  }

  private static BytesWritable longBytes(Random random) {
    int bound = List.of(10, 700, 6000).get(random.nextInt(3));
    byte[] bytes = new byte[random.nextInt(bound)];
    random.nextBytes(bytes);
    return new BytesWritable(bytes);
  }

  private static BytesWritable bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(60)];
    random.nextBytes(bytes);
    return new BytesWritable(bytes);
  }
}
