// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;

/**
 * Checks counts of items, such as words, in a text: lines of item and count, in any order. The
 * output is compared as a multiset of lines. If it differs, the check computes the exact count of
 * each item (again) to name an error. Memory grows with the number of different items, not with the
 * input. If there is a reference and the output is right, only the digest is in memory.
 */
abstract class CountsCheck implements Check {
  private final Configuration configuration;
  private final Path input;
  private final Reference reference;
  private final Parts parts;

  CountsCheck(
      Configuration configuration, String what, Path input, Path output, Optional<Path> reference)
      throws IOException, WrongOutputException {
    this(configuration, new Reference(configuration, what, input, reference), input, output);
  }

  /**
   * A check.
   *
   * @param reference of all that the counts depend on
   * @param input the text whose items are counted
   */
  CountsCheck(Configuration configuration, Reference reference, Path input, Path output)
      throws IOException, WrongOutputException {
    this.configuration = configuration;
    this.input = input;
    this.reference = reference;
    this.parts = new Parts(configuration, output);
  }

  /** Reads what the counters need, before they are made. */
  void prepare() throws IOException, InterruptedException {}

  /** Returns a consumer that counts the items in lines, for one thread. */
  abstract Splits.Consumer<LongWritable, Text> counter(ByteCounts counts);

  /** Returns the line of output for an item. */
  abstract byte[] line(byte[] item, long count);

  /** Returns start and end of the item in a line; null if the line has no tab. */
  abstract int[] itemRange(byte[] line, int length);

  /** Returns the name of an item in messages. */
  abstract String itemName();

  final Parts parts() {
    return parts;
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    String expected = new String(reference.get(this::digest), StandardCharsets.US_ASCII);
    MultisetDigest found = new MultisetDigest();
    parts
        .read(
            part -> {
              MultisetDigest digest = new MultisetDigest();
              parts.lines(part, (line, number) -> digest.add(line.getBytes(), line.getLength()));
              return digest;
            })
        .forEach(found::add);
    if (!found.toString().equals(expected)) {
      throw diagnose(found.records());
    }
    return found.records() + " different records, each counted right";
  }

  private void digest(OutputStream out) throws IOException, InterruptedException {
    MultisetDigest digest = new MultisetDigest();
    count()
        .forEach(
            (item, count) -> {
              byte[] line = line(item, count);
              digest.add(line, line.length);
            });
    out.write(digest.toString().getBytes(StandardCharsets.US_ASCII));
  }

  private ByteCounts count() throws IOException, InterruptedException {
    prepare();
    return count(configuration, input, this::counter);
  }

  /**
   * Counts the items of a text on all processors.
   *
   * @param counter makes a consumer of one thread, which counts in what it is given
   */
  static ByteCounts count(
      Configuration configuration,
      Path input,
      Function<ByteCounts, Splits.Consumer<LongWritable, Text>> counter)
      throws IOException, InterruptedException {
    List<ByteCounts> counts = new ArrayList<>();
    Supplier<Splits.Consumer<LongWritable, Text>> counters =
        () -> {
          ByteCounts own = new ByteCounts();
          counts.add(own);
          return counter.apply(own);
        };
    Splits.read(configuration, input, new TextInputFormat(), counters);
    ByteCounts all = counts.get(0);
    counts.subList(1, counts.size()).forEach(all::addAll);
    return all;
  }

  private WrongOutputException diagnose(long records) throws IOException, InterruptedException {
    ByteCounts expected = count();
    if (records == 0) {
      return new WrongOutputException(
          "the output is empty; must have " + expected.size() + " records");
    }
    ByteCounts seen = new ByteCounts();
    try {
      for (FileStatus part : parts.all()) {
        parts.lines(part, (line, number) -> compare(part, line, number, expected, seen));
      }
    } catch (WrongOutputException wrong) {
      return wrong;
    }
    List<String> missing = new ArrayList<>();
    expected.forEach(
        (item, count) -> {
          if (seen.get(item, 0, item.length) == 0 && missing.size() < 1) {
            missing.add(new String(item, StandardCharsets.UTF_8));
          }
        });
    return new WrongOutputException(
        String.format(
            Locale.ROOT,
            "%d of %d records are missing, such as %s \"%s\"",
            expected.size() - seen.size(),
            expected.size(),
            itemName(),
            missing.isEmpty() ? "" : missing.get(0)));
  }

  private void compare(
      FileStatus part, Text line, long number, ByteCounts expected, ByteCounts seen)
      throws WrongOutputException {
    byte[] bytes = line.getBytes();
    String name = Parts.name(part, number) + ": ";
    int[] range = itemRange(bytes, line.getLength());
    if (range == null) {
      throw new WrongOutputException(
          name + "\"" + line + "\": must be " + itemName() + " and count with a tab between them");
    }
    int length = range[1] - range[0];
    String item =
        itemName() + " \"" + new String(bytes, range[0], length, StandardCharsets.UTF_8) + "\"";
    long count = expected.get(bytes, range[0], length);
    if (count == 0) {
      throw new WrongOutputException(name + item + " is not in the input");
    }
    if (seen.get(bytes, range[0], length) != 0) {
      throw new WrongOutputException(name + item + " occurs a second time");
    }
    seen.add(bytes, range[0], length, 1);
    byte[] must = line(Arrays.copyOfRange(bytes, range[0], range[1]), count);
    if (!Arrays.equals(bytes, 0, line.getLength(), must, 0, must.length)) {
      throw new WrongOutputException(
          name + "\"" + line + "\"; must be \"" + new String(must, StandardCharsets.UTF_8) + "\"");
    }
  }

  static byte[] decimal(long value) {
    return Long.toString(value).getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] joined(byte[] left, byte[] right) {
    byte[] line = Arrays.copyOf(left, left.length + 1 + right.length);
    line[left.length] = '\t';
    System.arraycopy(right, 0, line, left.length + 1, right.length);
    return line;
  }
}
