// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.VIntWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.io.serializer.JavaSerializationComparator;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each key type: random keys, a third of them repeated, from three files to two reducers. */
@Area("Key types and their order")
class KeyOrderTest extends OracleTest {
  private static final int[] RECORDS_OF_FILES = {60, 260, 140};

  /** A key class, how to make one at random, and the comparator of the job or null. */
  @SuppressWarnings("rawtypes") // as Job.setSortComparatorClass
  private record KeyKind(
      String name, Class<?> type, Function<Random, ?> make, Class<? extends RawComparator> order) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<KeyKind> kinds() {
    return Stream.of(
        kind("IntWritable, negative too", IntWritable.class, r -> new IntWritable(small(r))),
        kind("LongWritable, negative too", LongWritable.class, r -> new LongWritable(large(r))),
        kind("ShortWritable", ShortWritable.class, r -> new ShortWritable((short) small(r))),
        kind("ByteWritable", ByteWritable.class, r -> new ByteWritable((byte) small(r))),
        kind("BooleanWritable", BooleanWritable.class, r -> new BooleanWritable(r.nextBoolean())),
        kind("FloatWritable", FloatWritable.class, r -> new FloatWritable((float) real(r))),
        kind("DoubleWritable", DoubleWritable.class, r -> new DoubleWritable(real(r))),
        kind("VIntWritable", VIntWritable.class, r -> new VIntWritable(small(r))),
        kind("VLongWritable", VLongWritable.class, r -> new VLongWritable(large(r))),
        kind("NullWritable", NullWritable.class, r -> NullWritable.get()),
        kind("BytesWritable, short and with zeros", BytesWritable.class, KeyOrderTest::bytes),
        kind("MD5Hash", MD5Hash.class, r -> MD5Hash.digest("m" + r.nextInt(80))),
        kind("Text, shorter than 8 bytes, with zeros", Text.class, KeyOrderTest::zeros),
        kind("Text, long common prefixes", Text.class, KeyOrderTest::prefixed),
        kind("Text, multi-byte UTF-8", Text.class, KeyOrderTest::unicode),
        kind("Text, empty or long", Text.class, r -> new Text("x".repeat(r.nextInt(300)))),
        kind("custom Writable, object comparison", Fraction.class, KeyOrderTest::fraction),
        ordered(
            "LongWritable, decreasing",
            LongWritable.class,
            r -> new LongWritable(large(r)),
            LongWritable.DecreasingComparator.class),
        ordered(
            "custom Writable, custom RawComparator",
            Fraction.class,
            KeyOrderTest::fraction,
            RawFractions.class),
        ordered(
            "Text, by length then backwards",
            Text.class,
            KeyOrderTest::prefixed,
            LengthThenBackwards.class));
  }

  private static KeyKind kind(String name, Class<?> type, Function<Random, ?> make) {
    return new KeyKind(name, type, make, null);
  }

  @SuppressWarnings("rawtypes") // as Job.setSortComparatorClass
  private static KeyKind ordered(
      String name, Class<?> type, Function<Random, ?> make, Class<? extends RawComparator> order) {
    return new KeyKind(name, type, make, order);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void sortsAsHadoopDoes(KeyKind kind) throws Exception {
    check(
        JobCase.of(kind.name(), "sort and group, order of values")
            .input(
                (directory, random) ->
                    write(directory, new Configuration(), kind.type(), kind.make(), random))
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, kind.name());
                  job.setInputFormatClass(SequenceFileInputFormat.class);
                  job.setReducerClass(Trace.NewApi.class);
                  job.setNumReduceTasks(kind.type() == NullWritable.class ? 1 : 2);
                  job.setMapOutputKeyClass(kind.type());
                  job.setMapOutputValueClass(IntWritable.class);
                  if (kind.order() != null) {
                    job.setSortComparatorClass(kind.order());
                  }
                  return Jobs.run(job);
                }));
  }

  @Test
  @Tag("short")
  void sortsKeysOfJavaSerialization() throws Exception {
    check(
        JobCase.of("java.math.BigInteger", "JavaSerialization, JavaSerializationComparator")
            .input(
                (directory, random) ->
                    write(
                        directory,
                        new Configuration(),
                        Text.class,
                        r -> new Text(new BigInteger(90, r).shiftLeft(r.nextInt(9)).toString()),
                        random))
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "java-serialization");
                  job.getConfiguration()
                      .set(
                          "io.serializations",
                          "org.apache.hadoop.io.serializer.WritableSerialization,"
                              + "org.apache.hadoop.io.serializer.JavaSerialization");
                  job.setInputFormatClass(SequenceFileInputFormat.class);
                  job.setMapperClass(ToBigInteger.class);
                  job.setReducerClass(Trace.NewApi.class);
                  job.setSortComparatorClass(Serialized.class);
                  job.setMapOutputKeyClass(BigInteger.class);
                  job.setMapOutputValueClass(IntWritable.class);
                  return Jobs.run(job);
                }));
  }

  private static void write(
      Path directory, Configuration conf, Class<?> type, Function<Random, ?> make, Random random)
      throws IOException {
    Object[] seen = new Object[1000];
    int count = 0;
    for (int file = 0; file < RECORDS_OF_FILES.length; file++) {
      Path path = directory.resolve("part" + file + ".seq");
      try (SequenceFile.Writer writer = Inputs.sequence(path, conf, type, IntWritable.class)) {
        for (int i = 0; i < RECORDS_OF_FILES[file]; i++) {
          Object key =
              count > 0 && random.nextInt(3) == 0
                  ? seen[random.nextInt(count)]
                  : make.apply(random);
          seen[count] = key;
          writer.append(key, new IntWritable(count));
          count++;
        }
      }
    }
  }

  private static int small(Random random) {
    return random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(300) - 150;
  }

  private static long large(Random random) {
    return random.nextInt(4) == 0 ? random.nextInt(10) - 5 : random.nextLong();
  }

  private static double real(Random random) {
    List<Double> special =
        List.of(0.0, -0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e-300, -1.5);
    return random.nextInt(5) == 0 ? Inputs.any(special, random) : random.nextGaussian() * 1000;
  }

  private static BytesWritable bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(11)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] =
          Inputs.any(List.of((byte) 0, (byte) 1, (byte) 127, (byte) -128, (byte) -1), random);
    }
    return new BytesWritable(bytes);
  }

  private static Text zeros(Random random) {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(10); length > 0; length--) {
      text.append(Inputs.any(List.of('\0', 'a', 'b'), random).charValue());
    }
    return new Text(text.toString());
  }

  private static Text prefixed(Random random) {
    return new Text("http://example.org/a/long/common/prefix/".repeat(3) + random.nextInt(2000));
  }

  private static Text unicode(Random random) {
    List<String> letters = List.of("a", "z", "é", "ß", "Ω", "中", "語", "\uFFFD", "😀", "𝄞");
    StringBuilder text = new StringBuilder();
    for (int length = 1 + random.nextInt(5); length > 0; length--) {
      text.append(Inputs.any(letters, random));
    }
    return new Text(text.toString());
  }

  private static Fraction fraction(Random random) {
    return new Fraction(random.nextInt(41) - 20, 1 + random.nextInt(12));
  }

  /** A key without a comparator of its own: 1/2 and 2/4 are equal. */
  public static class Fraction implements WritableComparable<Fraction> {
    private int numerator;
    private int denominator = 1;

    public Fraction() {}

    Fraction(int numerator, int denominator) {
      this.numerator = numerator;
      this.denominator = denominator;
    }

    @Override
    public void write(DataOutput out) throws IOException {
      WritableUtils.writeVInt(out, numerator);
      out.writeInt(denominator);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      numerator = WritableUtils.readVInt(in);
      denominator = in.readInt();
    }

    @Override
    public int compareTo(Fraction other) {
      return Long.compare(
          (long) numerator * other.denominator, (long) other.numerator * denominator);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Fraction fraction && compareTo(fraction) == 0;
    }

    @Override
    public int hashCode() {
      return Objects.hash((double) numerator / denominator);
    }

    @Override
    public String toString() {
      return numerator + "/" + denominator;
    }
  }

  /** Fractions by denominator, then numerator, from their bytes: another order than their own. */
  public static class RawFractions extends WritableComparator {
    public RawFractions() {
      super(Fraction.class);
    }

    @Override
    public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      int byDenominator = Integer.compare(readInt(b1, s1 + l1 - 4), readInt(b2, s2 + l2 - 4));
      return byDenominator != 0
          ? byDenominator
          : Arrays.compare(b1, s1, s1 + l1 - 4, b2, s2, s2 + l2 - 4);
    }
  }

  /** Shorter texts first, texts of one length from the end. */
  public static class LengthThenBackwards extends WritableComparator {
    public LengthThenBackwards() {
      super(Text.class);
    }

    @Override
    public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      if (l1 != l2) {
        return Integer.compare(l1, l2);
      }
      for (int i = l1 - 1; i >= 0; i--) {
        if (b1[s1 + i] != b2[s2 + i]) {
          return Byte.compare(b1[s1 + i], b2[s2 + i]);
        }
      }
      return 0;
    }
  }

  /** Compares serialised BigIntegers as objects. */
  public static class Serialized extends JavaSerializationComparator<SerialBigInteger> {
    public Serialized() throws IOException {}
  }

  /** The bound that {@link JavaSerializationComparator} asks for. */
  interface SerialBigInteger extends Serializable, Comparable<SerialBigInteger> {}

  /** Turns a decimal text into a number that is no Writable. */
  public static class ToBigInteger extends Mapper<Text, IntWritable, BigInteger, IntWritable> {
    @Override
    protected void map(Text key, IntWritable value, Context context)
        throws IOException, InterruptedException {
      context.write(new BigInteger(key.toString()), value);
    }
  }
}
