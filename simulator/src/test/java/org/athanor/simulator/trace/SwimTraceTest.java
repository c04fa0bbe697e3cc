// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.athanor.simulator.job.JobSpec;
import org.athanor.testkit.SharedData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SwimTraceTest {
  private static final long GIB = 1L << 30;

  @TempDir private Path directory;

  private List<SwimJob> read(String text) throws IOException, TraceException {
    Path file = directory.resolve("trace.tsv");
    Files.writeString(file, text.replace(' ', '\t'));
    return SwimTrace.read(file);
  }

  @Test
  void readsJobsWithAndWithoutPaths() throws IOException, TraceException {
    assertThat(read("job0 49 49 740773 2339561 627471\njob1 50 1 5 0 6 inputPath7  \n"))
        .containsExactly(
            new SwimJob("job0", 49, 740773, 2339561, 627471, ""),
            new SwimJob("job1", 50, 5, 0, 6, "inputPath7"));
  }

  @Test
  void unpacksWhatEndsInGz() throws IOException, TraceException {
    Path file = directory.resolve("trace.tsv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("job0\t1\t1\t2\t3\t4\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(SwimTrace.read(file)).containsExactly(new SwimJob("job0", 1, 2, 3, 4, ""));
  }

  @ParameterizedTest
  @CsvSource({
    "a 1 1 2 3, trace.tsv:1: 5 fields",
    "a 1 1 2 3 4 5 6 7 8, trace.tsv:1: 10 fields",
    "a x 1 2 3 4, trace.tsv:1: submission time=x",
    "a 1 1 -2 3 4, trace.tsv:1: input=-2",
    "a 1 1 2 3 1e9, trace.tsv:1: output=1e9",
    "a 1700000000000 0 1 0 0, trace.tsv:1: submission time=1700000000000: must be in seconds",
  })
  void refusesALineThatIsNoJob(String line, String message) {
    assertThatThrownBy(() -> read(line + "\n"))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining(message);
  }

  @Test
  void refusesHolesAndDisorder() {
    assertThatThrownBy(() -> read("")).hasMessageContaining("no jobs");
    assertThatThrownBy(() -> read("a 5 5 1 0 0\n\nb 6 1 1 0 0\n"))
        .hasMessageContaining("trace.tsv:2: 1 fields");
    assertThatThrownBy(() -> read("a 5 5 1 0 0\nb 4 1 1 0 0\n"))
        .hasMessageContaining("trace.tsv:2: submission time=4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a 5 5 1 0 0;b 6 4 1 0 0 | trace.tsv:2: time since the job before=4: must be 1, as"
            + " submission times of both lines have it; lines above may be missing",
        "a 5 2 1 0 0 | trace.tsv:1: time since the job before=2: must be 5, its submission time;"
            + " lines above may be missing",
        "a 5 5 1 0 0;b 6 1 1 0 0;a 6 0 1 0 0 | trace.tsv:3: name=a: line 1 has it; must be another"
            + " name",
        "a 5 5 1 0 0;_ 6 1 1 0 0 | trace.tsv:2: name=: must not be empty",
      })
  void refusesLinesThatDoNotFitTogether(String lines, String message) {
    String text = lines.replace("_", "").replace(';', '\n') + "\n";
    assertThatThrownBy(() -> read(text)).isInstanceOf(TraceException.class).hasMessage(message);
  }

  @Test
  void readsTheTracesOfSwim() throws IOException, TraceException {
    for (String name :
        List.of(
            "FB-2009_samples_24_times_1hr_0.tsv",
            "FB-2009_samples_24_times_1hr_1.tsv",
            "FB-2010_samples_24_times_1hr_0.tsv",
            "FB-2010_samples_24_times_1hr_withInputPaths_0.tsv.gz")) {
      assertThat(SwimTrace.read(SharedData.file("swim/" + name))).hasSizeGreaterThan(5_000);
    }
  }

  @Test
  void aJobWithoutAPathHasAFileOfItsOwn() throws IOException, TraceException {
    List<SwimJob> trace = read("a 1 1 1000 0 0\nb 2 1 1000 0 0 a \n");
    assertThat(SwimWorkload.of(trace, 1, 1 << 20, 3, 10).files()).hasSize(2);
  }

  @Test
  void jobsWithThePathAndLengthOfOthersReadTheirFile() throws IOException, TraceException {
    List<SwimJob> trace =
        read(
            "a 1 1 1000 0 0 p \nb 2 1 1000 0 0 p \nc 3 1 2000 0 0 p \n"
                + "d 4 1 1000 0 0\ne 5 1 0 0 5000000000\n");
    SwimWorkload workload = SwimWorkload.of(trace, 1, 1 << 20, 3, 10);
    assertThat(workload.files()).hasSize(3);
    assertThat(workload.jobs().get(0).input()).isEqualTo(workload.jobs().get(1).input());
    JobSpec writer = workload.jobs().get(4);
    assertThat(writer.input()).isEmpty();
    assertThat(writer.maps()).isEqualTo(4768);
  }

  @Test
  void aJobHasAReduceForEachGigabyte() throws IOException, TraceException {
    List<SwimJob> trace =
        read("a 1 1 9 " + 7 * GIB + " 0\nb 1 0 9 5 0\nc 1 0 9 " + 70 * GIB + " 0\n");
    assertThat(SwimWorkload.of(trace, 1, 1 << 20, 3, 10).jobs())
        .extracting(JobSpec::reduces)
        .containsExactly(7, 1, 10);
    assertThat(SwimWorkload.of(trace, 7, 1 << 20, 3, 10).jobs())
        .extracting(JobSpec::reduces)
        .containsExactly(1, 1, 10);
  }
}
