// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.athanor.workloads.reads.ReadFormat;
import org.athanor.workloads.usage.OptionTable;
import org.athanor.workloads.usage.UsageException;

/**
 * The arguments of the tool.
 *
 * @param output name of the results without its end; empty for a name from the input's
 * @param formats of the results
 * @param rounds most rounds of the search in stacks
 * @param reduces number of reduce tasks of each job
 * @param merge whether the parts become one file
 * @param simulated whether names tell which bases are wrong
 * @param work directory for intermediate data; empty for that of the output
 */
record CloudRsOptions(
    String input,
    Optional<String> output,
    List<ReadFormat> formats,
    Limits limits,
    int rounds,
    int reduces,
    boolean merge,
    boolean simulated,
    Optional<String> work) {

  private static final OptionTable TABLE =
      new OptionTable(
              "athanor apps cloudrs",
              "Corrects substitution errors in reads of deep coverage, by the majority of the reads of",
              "each place.")
          .with("-i", "--input", "FILE", "reads with qualities (FASTQ, SFA); a file or a directory")
          .with(
              "-o",
              "--output",
              "NAME",
              "the results, without their ends (default: beside the input, reads.corrected for"
                  + " reads.fastq.gz)")
          .with(
              "",
              "--formats",
              "LIST",
              "of the results: fasta (trusted reads only), sfa, fastq (default: fasta,sfa)")
          .with("", "--read-length", "N", "drop reads of half of this or less (default: 36)")
          .with(
              "",
              "--largest-stack",
              "N",
              "leave out sequences of 24 bases, and stacks, with more reads (default: 500)")
          .with("", "--rounds", "N", "most rounds of the search in stacks, 0 to 10 (default: 2)")
          .with("-nr", "--reducers", "N", "reduce tasks of each job (default: 1)")
          .withFlag("", "--no-merge", "leave the results as directories NAME/FORMAT")
          .withFlag(
              "",
              "--simulated",
              "the reads are generated, and their names tell wrong bases: report precision and"
                  + " recall")
          .with(
              "", "--work", "DIR", "directory for intermediate data (default: that of the output)")
          .withFlag("-h", "--help", "show this help");

  /** Returns the help. */
  static String help() {
    return TABLE.help(
        "",
        "Files whose names end in .gz or .bz2 are decompressed. Paths may be URIs such as",
        "hdfs://nn/reads.fastq. Options of every application: see athanor apps --help.",
        "",
        "Example:",
        "  athanor apps cloudrs -i reads.fastq.gz --formats fastq -nr 4",
        "      writes reads.corrected.fastq, with four reduce tasks in each job");
  }

  /**
   * Parses arguments; empty if they ask for help.
   *
   * @throws UsageException if they are wrong
   */
  static Optional<CloudRsOptions> parse(String... arguments) {
    if (OptionTable.asksForHelp(arguments)) {
      return Optional.empty();
    }
    OptionTable.Values values = TABLE.parse(arguments);
    String input = values.required("--input");
    if (values.has("--no-merge") && !values.has("--output")) {
      throw new UsageException("--no-merge: needs --output, a directory that does not exist yet");
    }
    List<ReadFormat> formats = formats(values.text("--formats").orElse("fasta,sfa"));
    if (values.has("--simulated") && formats.equals(List.of(ReadFormat.FASTA))) {
      throw new UsageException("--simulated: needs a result with all reads, such as sfa");
    }
    return Optional.of(
        new CloudRsOptions(
            input,
            values.text("--output"),
            formats,
            new Limits(
                values.number("--read-length", 1, 1_000_000, 36),
                values.number("--largest-stack", Limits.LEAST_VOTES, 100_000, 500)),
            values.number("--rounds", 0, 10, 2),
            values.number("--reducers", 1, 10_000, 1),
            !values.has("--no-merge"),
            values.has("--simulated"),
            values.text("--work")));
  }

  private static List<ReadFormat> formats(String list) {
    List<ReadFormat> formats = new ArrayList<>();
    for (String word : list.split(",", -1)) {
      ReadFormat format =
          Arrays.stream(ReadFormat.values())
              .filter(some -> some.name().toLowerCase(Locale.ROOT).equals(word))
              .findFirst()
              .orElseThrow(
                  () ->
                      new UsageException(
                          "--formats " + list + ": " + word + " must be fasta, sfa or fastq"));
      if (formats.contains(format)) {
        throw new UsageException("--formats " + list + ": " + word + " is given twice");
      }
      formats.add(format);
    }
    return formats;
  }
}
