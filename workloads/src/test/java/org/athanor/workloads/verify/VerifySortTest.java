// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.Sort;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.io.Text;
import org.athanor.workloads.Generate;
import org.athanor.workloads.Verify;
import org.athanor.workloads.testing.LocalJobs;
import org.athanor.workloads.testing.Outputs;
import org.athanor.workloads.testing.PartFiles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks of right and wrong outputs of Sort and TeraSort. Hadoop makes the right ones. */
class VerifySortTest {
  private static final int ROW = 100;

  @TempDir static Path directory;
  @TempDir Path wrong;
  private static Configuration configuration;
  private static Path sorted;
  private static Path teraSorted;

  @BeforeAll
  static void runHadoop() throws Exception {
    configuration = LocalJobs.configuration(directory);
    generate("sequence", "--size", "200k", directory.resolve("sequence").toString());
    generate("tera", "--records", "3000", directory.resolve("tera").toString());
    sorted = directory.resolve("sorted");
    String text = Text.class.getName();
    assertThat(
            LocalJobs.run(
                configuration,
                new Sort<Text, Text>(),
                "-r",
                3,
                "-outKey",
                text,
                "-outValue",
                text,
                directory.resolve("sequence/data"),
                sorted))
        .isZero();
    teraSorted = directory.resolve("terasorted");
    assertThat(
            LocalJobs.run(
                configuration,
                new TeraSort(),
                "-Dmapreduce.job.reduces=2",
                directory.resolve("tera/data"),
                teraSorted))
        .isZero();
  }

  private static void generate(String... arguments) throws InterruptedException {
    assertThat(Generate.run(configuration, arguments)).isZero();
  }

  private static String checkSort(Path output) throws Exception {
    return Verify.check(
        configuration,
        "sort",
        "--input",
        directory.resolve("sequence/data").toString(),
        "--output",
        output.toString());
  }

  private static String checkTera(Path output) throws Exception {
    return Verify.check(
        configuration,
        "terasort",
        "--input",
        directory.resolve("tera/data").toString(),
        "--output",
        output.toString());
  }

  @Test
  void acceptsOutputsOfHadoop() throws Exception {
    assertThat(checkSort(sorted)).endsWith(" records in 3 parts, in order");
    assertThat(checkTera(teraSorted)).startsWith("3000 rows in order, checksum ");
  }

  @Test
  void rejectsTheUnsortedInput() throws Exception {
    assertThatThrownBy(() -> checkSort(directory.resolve("sequence/data")))
        .hasMessageMatching("part-00000 record [0-9]+: key \".*\" after \".*\"");
    assertThatThrownBy(() -> checkTera(directory.resolve("tera/data")))
        .hasMessageMatching("part-00000 record [0-9]+: key [0-9a-f]{20} after [0-9a-f]{20}");
  }

  @Test
  void noticesRecordsInTheWrongPartition() throws Exception {
    Path output = directory.resolve("one");
    String text = Text.class.getName();
    LocalJobs.run(
        configuration,
        new Sort<Text, Text>(),
        "-r",
        1,
        "-outKey",
        text,
        "-outValue",
        text,
        directory.resolve("sequence/data"),
        output);
    assertThat(checkSort(output)).endsWith(" in 1 parts, in order");

    assertThatThrownBy(
            () ->
                Verify.check(
                    configuration,
                    "sort",
                    "--parts",
                    "3",
                    "--input",
                    directory.resolve("sequence/data").toString(),
                    "--output",
                    output.toString()))
        .hasMessageMatching(
            "part-r-00000 record [0-9]+: key \".*\" belongs to partition [012], the keys before it"
                + " to [012]");
  }

  @Test
  void noticesLostTruncatedAndMissingParts() throws Exception {
    assertThatThrownBy(
            () ->
                Verify.check(
                    configuration,
                    "sort",
                    "--parts",
                    "3",
                    "--input",
                    directory.resolve("sequence/data").toString(),
                    "--output",
                    Outputs.lose(sorted, wrong.resolve("lost"), 1).toString()))
        .hasMessageMatching("the output has [0-9]+ records; must have the [0-9]+ of the input");
    Path truncated =
        Outputs.editBytes(
            sorted, wrong.resolve("cut"), 2, bytes -> Arrays.copyOf(bytes, bytes.length - 7));
    assertThatThrownBy(() -> checkSort(truncated))
        .hasMessageMatching("part-r-00002: ends in the middle of a record, after record [0-9]+");
    Path twice = Outputs.copy(sorted, wrong.resolve("twice"));
    Files.copy(PartFiles.in(sorted).get(1), twice.resolve("part-r-00003"));
    assertThatThrownBy(
            () ->
                Verify.check(
                    configuration,
                    "sort",
                    "--parts",
                    "3",
                    "--input",
                    directory.resolve("sequence/data").toString(),
                    "--output",
                    twice.toString()))
        .hasMessageMatching("part-r-00001 and part-r-00003 have keys of the same partition, [012]");
  }

  @Test
  void noticesAChangedByteOfAValue() throws Exception {
    Path output =
        Outputs.editBytes(
            sorted,
            wrong.resolve("o"),
            0,
            bytes -> {
              bytes[bytes.length - 1] ^= 1;
              return bytes;
            });
    assertThatThrownBy(() -> checkSort(output))
        .hasMessageMatching(
            "the output has as many records as the input, [0-9]+, but not the same: digest"
                + " [0-9a-f]{32}, must be [0-9a-f]{32}");
  }

  @Test
  void noticesTheSortedRowsOfAnotherInput() throws Exception {
    generate("tera", "--records", "3000", "--seed", "2", wrong.resolve("other").toString());
    Path output = wrong.resolve("out");
    LocalJobs.run(configuration, new TeraSort(), wrong.resolve("other/data"), output);

    assertThatThrownBy(() -> checkTera(output))
        .hasMessageStartingWith(
            "the output has as many records as the input, 3000, but not the same");
  }

  @Test
  void noticesPartsInTheWrongOrder() throws Exception {
    Path output = Files.createDirectory(wrong.resolve("o"));
    Files.copy(PartFiles.in(teraSorted).get(0), output.resolve("part-r-00001"));
    Files.copy(PartFiles.in(teraSorted).get(1), output.resolve("part-r-00000"));

    assertThatThrownBy(() -> checkTera(output))
        .hasMessageMatching(
            "part-r-00001 record 1: key [0-9a-f]{20} after [0-9a-f]{20}, the last of the parts"
                + " before it");
  }

  @Test
  void noticesRowsThatAreLostDuplicatedSwappedOrCut() throws Exception {
    assertThatThrownBy(() -> checkTera(Outputs.lose(teraSorted, wrong.resolve("lost"), 0)))
        .hasMessageMatching("the output has [0-9]+ records; must have the 3000 of the input");
    Path duplicated =
        Outputs.editBytes(
            teraSorted,
            wrong.resolve("duplicated"),
            0,
            bytes -> {
              System.arraycopy(bytes, 0, bytes, ROW, ROW);
              return bytes;
            });
    assertThatThrownBy(() -> checkTera(duplicated)).hasMessageContaining("but not the same");
    Path swapped =
        Outputs.editBytes(
            teraSorted,
            wrong.resolve("swapped"),
            0,
            bytes -> {
              byte[] row = Arrays.copyOf(bytes, ROW);
              System.arraycopy(bytes, ROW, bytes, 0, ROW);
              System.arraycopy(row, 0, bytes, ROW, ROW);
              return bytes;
            });
    assertThatThrownBy(() -> checkTera(swapped))
        .hasMessageMatching("part-r-00000 record 2: key [0-9a-f]{20} after [0-9a-f]{20}");
    Path cut =
        Outputs.editBytes(
            teraSorted, wrong.resolve("cut"), 1, bytes -> Arrays.copyOf(bytes, bytes.length - 1));
    assertThatThrownBy(() -> checkTera(cut))
        .hasMessageMatching("part-r-00001: has [0-9]+ bytes; must be a multiple of 100");
    assertThatThrownBy(() -> checkTera(Outputs.empty(teraSorted, wrong.resolve("empty"))))
        .hasMessage("the output is empty; must have 3000 records");
  }
}
