// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongBinaryOperator;
import org.athanor.workloads.generate.Generator.Quota;
import org.athanor.workloads.usage.CommandLine;

/**
 * Options of a generator. Creating a generator fails if there are options that its kind does not
 * have.
 */
public final class Options {
  private static final Map<String, List<String>> OF_KIND =
      Map.of(
          "text", List.of("vocabulary", "exponent", "files"),
          "sequence", List.of("vocabulary", "exponent"),
          "documents", List.of("labels", "vocabulary", "exponent"),
          "tera", List.of("exponent"),
          "kronecker", List.of("scale"),
          "powerlaw", List.of("scale", "exponent"),
          "gaussian", List.of("clusters", "dimensions"),
          "mesh", List.of(),
          "visits", List.of("exponent"),
          "reads",
              List.of("length", "coverage", "genome", "duplicates", "errors", "hot", "insert"));

  private final CommandLine line;

  public Options(CommandLine line) {
    this.line = line;
  }

  /** Returns the kinds of generators. */
  public static List<String> kinds() {
    return OF_KIND.keySet().stream().sorted().toList();
  }

  /** Returns the names of the options of a kind; empty if there is no such kind. */
  public static List<String> of(String kind) {
    return OF_KIND.getOrDefault(kind, List.of());
  }

  /** Returns the generator of a kind; throws an exception that names a wrong option. */
  public static Generator generator(String kind, CommandLine line) {
    Options options = new Options(line);
    return switch (kind) {
      case "text" -> new TextGenerator(options);
      case "sequence" -> new SequenceGenerator(options);
      case "documents" -> new DocumentGenerator(options);
      case "tera" -> new TeraGenerator(options);
      case "kronecker" -> new KroneckerGenerator(options);
      case "powerlaw" -> new PowerLawGenerator(options);
      case "gaussian" -> new GaussianGenerator(options);
      case "mesh" -> new MeshGenerator(options);
      case "visits" -> new VisitGenerator(options);
      case "reads" -> new ReadGenerator(options);
      default -> throw CommandLine.wrong("kind " + kind, "must be one of " + kinds());
    };
  }

  long seed() {
    return line.number("seed", Long.MIN_VALUE, Long.MAX_VALUE, 1);
  }

  int vocabulary() {
    return (int) line.number("vocabulary", 1, Words.COUNT, 100_000);
  }

  double exponent(double fallback) {
    return line.decimal("exponent", 0, 10, fallback);
  }

  /** Returns a number of part files; empty if it follows from the size. */
  OptionalInt files() {
    return line.has("files")
        ? OptionalInt.of((int) line.number("files", 1, 10_000, 1))
        : OptionalInt.empty();
  }

  /** Returns the number of different labels of documents. */
  int labels() {
    return (int) line.number("labels", 2, 10_000, 20);
  }

  int clusters() {
    return (int) line.number("clusters", 1, 10_000, 10);
  }

  int dimensions() {
    return (int) line.number("dimensions", 1, 1_000, 10);
  }

  /** Returns the number of bases of a read. */
  int length() {
    return (int) line.number("length", 30, 10_000, 100);
  }

  /** Returns the bases from the start of a first mate to that of the second; 0 for single reads. */
  int insert() {
    return (int) line.number("insert", 0, 100_000, 0);
  }

  /** Returns how many reads cover each base of a random genome in the mean. */
  double coverage() {
    return line.decimal("coverage", 0.01, 1e6, 30);
  }

  /** Returns the path of a genome; empty for a random one. */
  Optional<String> genome() {
    return line.text("genome");
  }

  /** Returns a share, from 0 to 1. */
  double share(String name, double fallback) {
    return line.decimal(name, 0, 1, fallback);
  }

  /**
   * Returns the scale.
   *
   * @param fallback computes the default from bytes and records, one of which is {@link
   *     Long#MAX_VALUE}
   */
  int scale(LongBinaryOperator fallback) {
    Quota quota = quota(1);
    long otherwise = fallback.applyAsLong(quota.bytes(), quota.records());
    return (int) line.number("scale", 1, 40, otherwise);
  }

  /** Returns the size, which must be given in bytes or in records. */
  Quota quota(double bytesPerRecord) {
    boolean inRecords = line.has("records");
    if (line.has("size") == inRecords) {
      throw CommandLine.wrong("size", "must be given as either --size BYTES or --records N");
    }
    return inRecords
        ? Quota.ofRecords(line.number("records", 0, 1L << 50, 0), bytesPerRecord)
        : Quota.ofBytes(line.size("size"));
  }
}
