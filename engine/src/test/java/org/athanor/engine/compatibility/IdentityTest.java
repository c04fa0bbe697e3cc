// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
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
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
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
  private static final Field VINT =
      new Field(VIntWritable.class, r -> new VIntWritable(r.nextInt()));

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
            writer(directory, file, compression, key.type(), value.type())) {
          append(out, key, value, random, 150 + 90 * file);
        }
      }
    };
  }

  private static SequenceFile.Writer writer(
      Path directory, int file, CompressionType compression, Class<?> key, Class<?> value)
      throws IOException {
    return SequenceFile.createWriter(
        new Configuration(),
        SequenceFile.Writer.file(
            new org.apache.hadoop.fs.Path(directory.resolve("part" + file).toUri())),
        SequenceFile.Writer.keyClass(key),
        SequenceFile.Writer.valueClass(value),
        SequenceFile.Writer.compression(compression));
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
      try (SequenceFile.Writer out = writer(directory, 0, CompressionType.NONE, type, type)) {
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

  private static BytesWritable bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(60)];
    random.nextBytes(bytes);
    return new BytesWritable(bytes);
  }
}
