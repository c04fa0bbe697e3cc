// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An oracle that cannot say no is worth nothing: each kind of difference must be noticed. */
class ComparisonTest {
  private static final String GROUP = "org.apache.hadoop.mapreduce.TaskCounter|";

  private Path hadoop;
  private Path candidate;

  @BeforeEach
  void writeTheSameOnBothSides(@TempDir Path directory) throws IOException {
    hadoop = directory.resolve("side-1");
    candidate = directory.resolve("side-2");
    for (Path side : List.of(hadoop, candidate)) {
      Path output = Files.createDirectories(side.resolve("output/sub"));
      Files.writeString(output.resolve("part-r-00000"), "a\t1\nb\t2\n");
      Files.writeString(output.resolveSibling("_SUCCESS"), "");
      try (SequenceFile.Writer writer = sequence(output.resolveSibling("data.seq"))) {
        writer.append(new Text("k"), new IntWritable(1));
      }
    }
  }

  @Test
  void findsNoDifferenceBetweenEqualSides() throws Exception {
    assertThat(compare(job("SUCCEEDED", 5)).verdict()).isEqualTo("same");
  }

  @Test
  void noticesAChangedByte() throws Exception {
    Files.writeString(candidate.resolve("output/sub/part-r-00000"), "a\t1\nb\t3\n");
    Comparison comparison = compare(job("SUCCEEDED", 5));
    assertThat(comparison.verdict()).isEqualTo("differs: bytes");
    assertThat(comparison.differences(Aspect.BYTES))
        .singleElement()
        .asString()
        .contains("sub/part-r-00000", "first difference at 6", "b\\t3");
  }

  @Test
  void noticesAMissingAndAnAdditionalFile() throws Exception {
    Files.delete(candidate.resolve("output/_SUCCESS"));
    Files.writeString(candidate.resolve("output/more"), "");
    assertThat(compare(job("SUCCEEDED", 5)).differences(Aspect.BYTES))
        .containsExactly("_SUCCESS: only on Hadoop", "more: only on the candidate");
  }

  @Test
  void noticesAnEmptyDirectory() throws Exception {
    Files.createDirectory(candidate.resolve("output/_temporary"));
    assertThat(compare(job("SUCCEEDED", 5)).differences(Aspect.BYTES))
        .containsExactly("_temporary/: only on the candidate");
  }

  @Test
  void noticesAChangedRecordOfASequenceFile() throws Exception {
    try (SequenceFile.Writer writer = sequence(candidate.resolve("output/data.seq"))) {
      writer.append(new Text("k"), new IntWritable(2));
    }
    assertThat(compare(job("SUCCEEDED", 5)).verdict()).isEqualTo("differs: bytes");
  }

  @Test
  void noticesAChangedCounter() throws Exception {
    assertThat(compare(job("SUCCEEDED", 6)).differences(Aspect.COUNTERS))
        .containsExactly("job 0 " + GROUP + "MAP_INPUT_RECORDS: 5 on Hadoop, 6");
  }

  @Test
  void acceptsAChangedCounterThatIsMeant() throws Exception {
    JobCase meant = JobCase.of("case", "").meaning(GROUP + "MAP_INPUT_RECORDS", "of this test");
    assertThat(compare(meant, job("SUCCEEDED", 6)).verdict()).isEqualTo("same");
    assertThat(meant.meantDifferences()).isEqualTo("`MAP_INPUT_RECORDS`: of this test");
  }

  @Test
  void noticesAnotherState() throws Exception {
    assertThat(compare(job("KILLED", 5)).differences(Aspect.CLIENT))
        .contains("job 0 state: SUCCEEDED on Hadoop, KILLED");
  }

  @Test
  void noticesAnotherNumberOfJobs() throws Exception {
    assertThat(compare().differences(Aspect.CLIENT)).contains("number of jobs: 1 on Hadoop, 0");
  }

  @Test
  void noticesAnotherExitCodeAndException() throws Exception {
    Observation failed =
        new Observation(
            workspace(Framework.CANDIDATE, candidate),
            -1,
            new IOException("broken"),
            List.of(job("SUCCEEDED", 5)),
            FileTree.read(candidate.resolve("output")),
            List.of());
    Comparison comparison =
        Comparison.between(JobCase.of("case", ""), observe(Framework.HADOOP, hadoop), failed);
    assertThat(comparison.differences(Aspect.CLIENT))
        .contains("exit code: 0 on Hadoop, -1")
        .contains("thrown: nothing on Hadoop, java.io.IOException");
  }

  private Comparison compare(ObservedJob... jobs) throws IOException {
    return compare(JobCase.of("case", ""), jobs);
  }

  private Comparison compare(JobCase job, ObservedJob... jobs) throws IOException {
    return Comparison.between(
        job,
        observe(Framework.HADOOP, hadoop, job("SUCCEEDED", 5)),
        observe(Framework.CANDIDATE, candidate, jobs));
  }

  private static Observation observe(Framework framework, Path side, ObservedJob... jobs)
      throws IOException {
    return new Observation(
        workspace(framework, side),
        0,
        null,
        List.of(jobs),
        FileTree.read(side.resolve("output")),
        List.of());
  }

  private static Workspace workspace(Framework framework, Path side) throws IOException {
    return new Workspace(framework, side.resolve("input"), side);
  }

  private static ObservedJob job(String state, long records) {
    TreeMap<String, Long> counters = new TreeMap<>();
    counters.put(GROUP + "MAP_INPUT_RECORDS", records);
    counters.put(GROUP + "GC_TIME_MILLIS", records);
    return new ObservedJob(
        "job_1_0001",
        "name",
        state,
        1,
        1,
        "",
        counters,
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  private static SequenceFile.Writer sequence(Path file) throws IOException {
    return SequenceFile.createWriter(
        new Configuration(),
        SequenceFile.Writer.file(new org.apache.hadoop.fs.Path(file.toUri())),
        SequenceFile.Writer.keyClass(Text.class),
        SequenceFile.Writer.valueClass(IntWritable.class));
  }
}
