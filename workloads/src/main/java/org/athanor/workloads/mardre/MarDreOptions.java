// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.util.Optional;
import org.athanor.workloads.reads.ReadFormat;
import org.athanor.workloads.usage.OptionTable;
import org.athanor.workloads.usage.UsageException;

/**
 * The arguments of the tool.
 *
 * @param input reads, or first mates
 * @param paired second mates
 * @param output file of the kept reads, or of the first mates; empty for a name from the input's
 * @param outputPaired file of the second mates
 * @param format empty if it follows from the input
 * @param reduces number of reduce tasks
 * @param joinInReduce whether mates are joined in reduces, not in maps
 * @param merge whether the parts become one file
 * @param simulated whether names tell which reads are duplicates
 * @param work directory for intermediate data; empty for that of the output
 */
record MarDreOptions(
    String input,
    Optional<String> paired,
    Optional<String> output,
    Optional<String> outputPaired,
    Optional<ReadFormat> format,
    Rule rule,
    int reduces,
    boolean joinInReduce,
    boolean merge,
    boolean simulated,
    Optional<String> work) {

  private static final OptionTable TABLE =
      new OptionTable(
              "athanor apps mardre",
              "Removes duplicate and near-duplicate reads: those with the same first bases and few",
              "other bases that differ.")
          .with(
              "-i", "--input", "FILE", "reads, or the first mates of pairs; a file or a directory")
          .with("-p", "--paired", "FILE", "the second mates, in the same order")
          .with(
              "-o",
              "--output",
              "FILE",
              "the reads that are kept (default: beside the input, reads.unique.fastq for"
                  + " reads.fastq.gz)")
          .with(
              "-r", "--output-paired", "FILE", "the second mates that are kept (default: likewise)")
          .withFlag("-q", "--fastq", "the input is FASTQ (default: its first character says it)")
          .withFlag("-f", "--fasta", "the input is FASTA")
          .with("-m", "--mismatches", "N", "bases that may differ, in a pair together (default: 0)")
          .with("-l", "--prefix", "N", "first bases that must be the same, 1 to 27 (default: 20)")
          .with(
              "-c",
              "--compare",
              "N",
              "bases of a read that are compared, at least those of the prefix (default: all)")
          .with("-nr", "--reducers", "N", "reduce tasks (default: 1)")
          .with(
              "",
              "--join",
              "WHERE",
              "where mates are brought together: map or reduce (default: map)")
          .withFlag("", "--no-merge", "leave the output as a directory with a file of each reduce")
          .withFlag(
              "",
              "--simulated",
              "the reads are generated, and their names tell duplicates: report precision and"
                  + " recall")
          .with(
              "", "--work", "DIR", "directory for intermediate data (default: that of the output)")
          .withFlag("-h", "--help", "show this help");

  /** Returns the help. */
  static String help() {
    return TABLE.help(
        "",
        "Files whose names end in .gz or .bz2 are compressed, the output too. Paths may be URIs such as",
        "hdfs://nn/reads.fastq. Options of every application: see athanor apps --help.",
        "",
        "Examples:",
        "  athanor apps mardre -i reads.fastq.gz",
        "      removes reads that are the same in all bases; writes reads.unique.fastq",
        "  athanor apps mardre -i r_1.fastq -p r_2.fastq -m 3 -nr 4",
        "      removes pairs that differ in at most three bases, with four reduce tasks");
  }

  /**
   * Parses arguments; empty if they ask for help.
   *
   * @throws UsageException if they are wrong
   */
  static Optional<MarDreOptions> parse(String... arguments) {
    if (OptionTable.asksForHelp(arguments)) {
      return Optional.empty();
    }
    OptionTable.Values values = TABLE.parse(arguments);
    String input = values.required("--input");
    if (values.has("--output-paired") && !values.has("--paired")) {
      throw new UsageException("--output-paired: is for pairs; --paired is missing");
    }
    if (values.has("--output-paired") && values.has("--no-merge")) {
      throw new UsageException(
          "--output-paired: cannot be used with --no-merge, which writes both mates to --output");
    }
    if (values.has("--no-merge") && !values.has("--output")) {
      throw new UsageException("--no-merge: needs --output, a directory that does not exist yet");
    }
    int prefix = values.number("--prefix", 1, Bases.LONGEST_PREFIX, 20);
    int compared = values.number("--compare", prefix, Integer.MAX_VALUE, Integer.MAX_VALUE);
    Rule rule = new Rule(prefix, compared, values.number("--mismatches", 0, 10_000, 0));
    return Optional.of(
        new MarDreOptions(
            input,
            values.text("--paired"),
            values.text("--output"),
            values.text("--output-paired"),
            format(values),
            rule,
            values.number("--reducers", 1, 10_000, 1),
            joinInReduce(values),
            !values.has("--no-merge"),
            values.has("--simulated"),
            values.text("--work")));
  }

  private static Optional<ReadFormat> format(OptionTable.Values values) {
    if (values.has("--fastq") && values.has("--fasta")) {
      throw new UsageException("--fastq and --fasta: cannot be used together");
    }
    if (values.has("--fastq")) {
      return Optional.of(ReadFormat.FASTQ);
    }
    return values.has("--fasta") ? Optional.of(ReadFormat.FASTA) : Optional.empty();
  }

  private static boolean joinInReduce(OptionTable.Values values) {
    String where = values.text("--join").orElse("map");
    if (!where.equals("map") && !where.equals("reduce")) {
      throw new UsageException("--join " + where + ": must be map or reduce");
    }
    return where.equals("reduce");
  }
}
