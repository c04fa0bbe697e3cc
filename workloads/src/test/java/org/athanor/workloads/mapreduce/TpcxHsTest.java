// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.HsTimes;
import org.athanor.workloads.Verify;
import org.athanor.workloads.testing.LocalJobs;
import org.athanor.workloads.testing.PartFiles;
import org.athanor.workloads.verify.WrongOutputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TpcxHsTest {
  @TempDir Path directory;

  private String check(Configuration configuration, Path output, int rows) throws Exception {
    return Verify.check(
        configuration, "tpcx-hs", "--output", output.toString(), "--rows", "" + rows);
  }

  @Test
  void twoRunsGenerateSortAndValidate() throws Exception {
    Configuration configuration = LocalJobs.configuration(directory);
    Path output = directory.resolve("out");
    assertThat(LocalJobs.run(configuration, new TpcxHs(), output, "--rows", 3000, "--parts", 2))
        .isZero();

    assertThat(check(configuration, output, 3000))
        .isEqualTo("2 runs of 3000 rows, each sorted and validated");
    List<String> phases = Files.readAllLines(output.resolve("_phases"));
    assertThat(phases.stream().map(line -> line.replaceFirst("\t[0-9.E-]+$", "")))
        .containsExactly(
            "1\tgenerate",
            "1\tcheck",
            "1\tsort",
            "1\tcheck",
            "1\tvalidate",
            "2\tgenerate",
            "2\tcheck",
            "2\tsort",
            "2\tcheck",
            "2\tvalidate",
            "0\treplication");
    assertThat(PartFiles.in(output.resolve("run-2/sorted"))).hasSize(2);

    assertThatThrownBy(() -> check(configuration, output, 2999))
        .isInstanceOf(WrongOutputException.class)
        .hasMessage("run 1: 300000 bytes were generated; must be 299900");
    Path part = PartFiles.in(output.resolve("run-2/sorted")).get(0);
    byte[] rows = Files.readAllBytes(part);
    rows[50] ^= 1;
    Files.delete(part.resolveSibling("." + part.getFileName() + ".crc"));
    Files.write(part, rows);
    assertThatThrownBy(() -> check(configuration, output, 3000))
        .isInstanceOf(WrongOutputException.class)
        .hasMessageStartingWith("run 2: ");
    assertThatThrownBy(() -> LocalJobs.run(configuration, new TpcxHs(), output, "--rows", 3000))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("run-1: exists; a run must generate its own data");
  }

  /**
   * The second run takes 100 + 1 + 200 + 1 + 58 = 360 s, a tenth of an hour: 0.003 / 0.1 = 0.03;
   * the first one is faster.
   */
  @Test
  void theMetricIsThatOfTheSlowerRun() throws Exception {
    Files.writeString(
        directory.resolve("_phases"),
        """
        1	generate	50
        1	check	1
        1	sort	100
        1	check	1
        1	validate	30
        2	generate	100
        2	check	1
        2	sort	200
        2	check	1
        2	validate	58
        0	replication	3
        """);
    TreeMap<String, Double> measures = new TreeMap<>();
    for (String line : HsTimes.of(new Configuration(), hadoop(directory), 0.003)) {
      String[] words = line.split(" ", -1);
      assertThat(words[0]).isEqualTo("measure");
      measures.put(words[1], Double.valueOf(words[2]));
    }
    assertThat(measures.remove("hsph")).isCloseTo(0.03, org.assertj.core.data.Offset.offset(1e-9));
    assertThat(measures)
        .containsEntry("hs_time", 360.0)
        .containsEntry("hs_faster_time", 182.0)
        .containsEntry("hs_generate_time", 100.0)
        .containsEntry("hs_sort_time", 200.0)
        .containsEntry("hs_validate_time", 58.0)
        .containsEntry("hs_replication", 3.0)
        .hasSize(6);
  }

  private static org.apache.hadoop.fs.Path hadoop(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }
}
