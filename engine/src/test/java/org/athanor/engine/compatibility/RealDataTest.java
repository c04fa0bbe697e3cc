// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.JobProgram;
import org.athanor.engine.compatibility.oracle.Observation;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.athanor.engine.compatibility.oracle.Repository;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real data sets; the facts are those their collection states, computed without Hadoop. */
@Area("Real data")
class RealDataTest extends OracleTest {
  private static final Path DATA = Repository.sharedData();

  @BeforeAll
  static void requireData() {
    assumeTrue(
        Files.isDirectory(DATA),
        DATA + " is missing: real data sets are not read (-Dathanor.shared.data=DIRECTORY)");
  }

  @Test
  @Tag("short")
  void countsWordsOfAlice() throws Exception {
    check(
        JobCase.of("word count of alice29.txt", "26,458 tokens; checksum of the output known")
            .program(counting("text/canterbury/alice29.txt"))
            .verifying(digest("909940f2b660df3855b87a8bd21f295ca064eff0d09356bf63b766ac7aa43bc6")));
  }

  @Test
  void countsWordsOfTheBible() throws Exception {
    check(
        JobCase.of("word count of bible.txt", "766,111 tokens; checksum of the output known")
            .program(counting("text/canterbury/bible.txt.gz"))
            .verifying(digest("536a0616ad24f59898637993eeae490a1c23d813c11c49bd1f133a86e89bd389")));
  }

  @Test
  void countsWordsOfBritishFiction() throws Exception {
    check(
        JobCase.of("word count of 26 novels", "5,437,644 tokens; checksum of the output known")
            .program(counting("text/british-fiction/*.gz"))
            .verifying(digest("0c9f1de9178ceab8ead2555901f209cbf66781dbe34171b342dcd478adc6d5e8"))
            .verifying(
                observed ->
                    assertThat(observed.job().counter(TaskCounter.MAP_OUTPUT_RECORDS))
                        .isEqualTo(5_437_644)));
  }

  @Test
  void countsStatusesOfAWebLog() throws Exception {
    check(
        JobCase.of("statuses of a web log", "NASA, July 1995: 4,000 requests")
            .program(mapping("weblog/NASA_access_log_Jul95_first4000.log", Status.class))
            .verifying(
                observed ->
                    assertThat(observed.files().textOfAll("part-"))
                        .isEqualTo("200\t3566\n302\t193\n304\t216\n404\t25\n")));
  }

  @Test
  void countsDegreesOfAGraph() throws Exception {
    check(
        JobCase.of("out-degrees of a graph", "e-mail network of 25,571 edges")
            .program(mapping("graph/email-Eu-core.txt", Source.class))
            .verifying(
                observed ->
                    assertThat(observed.files().textOfAll("part-").lines())
                        .hasSize(1005 - 137)
                        .contains("160\t334")));
  }

  private static org.athanor.engine.compatibility.oracle.Check digest(String expected) {
    return observed -> assertThat(digest(observed)).isEqualTo(expected);
  }

  private static String digest(Observation observed) throws Exception {
    byte[] output = observed.files().textOfAll("part-").getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(output));
  }

  private static JobProgram counting(String path) {
    return mapping(path, WordSplit.class);
  }

  private static JobProgram mapping(
      String path, Class<? extends Mapper<Object, Text, Text, IntWritable>> mapper) {
    return workspace -> {
      Job job = Jobs.job(workspace, mapper.getSimpleName());
      FileInputFormat.setInputPaths(job, "file://" + DATA + "/" + path);
      // So that Hadoop sorts each map's output at once, and combines it once.
      job.getConfiguration().setInt("mapreduce.task.io.sort.mb", 100);
      job.setMapperClass(mapper);
      job.setCombinerClass(IntSumReducer.class);
      job.setReducerClass(IntSumReducer.class);
      job.setOutputKeyClass(Text.class);
      job.setOutputValueClass(IntWritable.class);
      return Jobs.run(job);
    };
  }

  /** The status of a request in Common Log Format. */
  public static class Status extends Mapper<Object, Text, Text, IntWritable> {
    @Override
    protected void map(Object key, Text line, Context context)
        throws IOException, InterruptedException {
      String request = line.toString();
      String[] rest = request.substring(request.lastIndexOf('"') + 1).strip().split(" ", 2);
      context.write(new Text(rest[0]), new IntWritable(1));
    }
  }

  /** The first vertex of an edge. */
  public static class Source extends Mapper<Object, Text, Text, IntWritable> {
    @Override
    protected void map(Object key, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(line.toString().split(" ", 2)[0]), new IntWritable(1));
    }
  }
}
