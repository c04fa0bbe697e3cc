// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.athanor.results.Results;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.ResultsFile;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs commands in JVMs of their own on full disks. */
class FullDiskTest {
  private static final Path FULL = Path.of("/dev/full");

  @TempDir private Path directory;

  private List<String> java(String... arguments) {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dathanor.home=" + directory,
                "-Dathanor.lib=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                EvaluatorMain.class.getName()));
    line.addAll(List.of(arguments));
    return line;
  }

  @ParameterizedTest
  @ValueSource(strings = {"bench list", "bench list --json", "bench init", "profile list"})
  void failsIfItsOutputIsLost(String command) throws Exception {
    assumeTrue(Files.exists(FULL), "no " + FULL);
    ProcessBuilder builder = new ProcessBuilder(java(command.split(" ")));
    builder.environment().put("ATHANOR_PROFILE", directory.resolve("none.db").toString());
    Path errors = directory.resolve("errors.txt");
    Process process = builder.redirectOutput(FULL.toFile()).redirectError(errors.toFile()).start();

    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(Files.readAllLines(errors))
        .filteredOn(line -> line.contains("standard output cannot be written"))
        .hasSize(1);
  }

  @Test
  void aReportThatDoesNotFitLeavesNoPartialFile() throws Exception {
    Path results = Files.createDirectory(directory.resolve("results"));
    writeResults(results);
    Path paper = Files.createDirectory(directory.resolve("paper"));
    List<String> line =
        new ArrayList<>(
            List.of(
                "unshare",
                "--user",
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                "mount -t tmpfs -o size=64k none \"$0\" || exit 77; \"$@\"; status=$?;"
                    + " find \"$0\" -type f; exit $status",
                paper.toString()));
    line.addAll(java("bench", "report", results.toString(), "--output", paper.toString()));
    Path output = directory.resolve("output.txt");
    Process process =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    int status = process.waitFor();
    String text = Files.readString(output);
    assumeTrue(status != 77 && !text.startsWith("unshare:"), "no namespaces here: " + text);

    assertThat(status).as(text).isEqualTo(1);
    assertThat(text)
        .isEqualToNormalizingNewlines(
            "athanor bench report: "
                + paper.resolve("report.html")
                + ": cannot be written: No space left on device\n"
                + paper.resolve("report-files.txt")
                + "\n");
  }

  private static void writeResults(Path directory) throws IOException {
    TrialResult trial =
        TrialResult.builder(new TrialKey("spark", "sort", 1, 1), "trials/x")
            .wallSeconds(10)
            .build();
    ResultsFile.write(
        Results.builder()
            .name("full")
            .baseline("spark")
            .frameworks(List.of(new FrameworkInfo("spark", "spark", "1", "local", "17", Map.of())))
            .workloads(List.of(new WorkloadInfo("sort", "sort", 1, "text", Map.of())))
            .trials(List.of(trial))
            .build(),
        directory);
  }
}
