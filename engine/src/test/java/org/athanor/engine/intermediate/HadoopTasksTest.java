// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.intermediate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs jobs with Hadoop's own tasks, and looks where map output is when the reduce begins. */
class HadoopTasksTest {
  @TempDir Path root;
  private Path disk;
  private Path ssd;

  @BeforeEach
  void makeInput() throws IOException {
    disk = Files.createDirectories(root.resolve("disk"));
    ssd = Files.createDirectories(root.resolve("ssd"));
    Path in = Files.createDirectories(root.resolve("in"));
    for (int file = 0; file < 4; file++) {
      Files.writeString(in.resolve("part" + file), "b\na\nb\n");
    }
  }

  /** Counts each word. */
  public static final class Count extends Reducer<Text, LongWritable, Text, LongWritable> {
    @Override
    protected void setup(Reducer<Text, LongWritable, Text, LongWritable>.Context context)
        throws IOException {
      for (String place : new String[] {"disk", "ssd"}) {
        Path directory = Path.of(context.getConfiguration().get("test." + place));
        try (Stream<Path> files = Files.walk(directory)) {
          context
              .getCounter("test", place)
              .increment(files.filter(file -> file.endsWith("file.out")).count());
        }
      }
    }

    @Override
    protected void reduce(
        Text word,
        Iterable<LongWritable> ones,
        Reducer<Text, LongWritable, Text, LongWritable>.Context context)
        throws IOException, InterruptedException {
      long sum = 0;
      for (LongWritable one : ones) {
        sum += one.get();
      }
      context.write(word, new LongWritable(sum));
    }
  }

  /** Emits each line with a one. */
  public static final class Ones extends Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    protected void map(
        LongWritable offset,
        Text line,
        Mapper<LongWritable, Text, Text, LongWritable>.Context context)
        throws IOException, InterruptedException {
      context.write(line, new LongWritable(1));
    }
  }

  private Counters run(String tier) throws Exception {
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "local");
    conf.set("hadoop.tmp.dir", root.resolve("tmp").toString());
    conf.set("mapreduce.cluster.local.dir", disk + "," + ssd);
    conf.set("athanor.intermediate.tier", tier);
    conf.set("athanor.intermediate.ssd.directories", ssd.toString());
    conf.set("mapreduce.job.map.output.collector.class", TieredMapOutput.class.getName());
    conf.set("mapreduce.job.reduce.shuffle.consumer.plugin.class", TieredShuffle.class.getName());
    conf.set("test.disk", disk.toString());
    conf.set("test.ssd", ssd.toString());
    Job job = Job.getInstance(conf);
    job.setMapperClass(Ones.class);
    job.setReducerClass(Count.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(root.resolve("in").toUri()));
    Path out = root.resolve("out-" + tier);
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(out.toUri()));
    assertThat(job.waitForCompletion(false)).isTrue();
    assertThat(Files.readString(out.resolve("part-r-00000"))).isEqualTo("a\t4\nb\t8\n");
    return job.getCounters();
  }

  private static long files(Counters counters, String place) {
    return counters.findCounter("test", place).getValue();
  }

  @Test
  void mapOutputIsOnSsdsOnly() throws Exception {
    Counters counters = run("ssd");
    assertThat(files(counters, "ssd")).isEqualTo(4);
    assertThat(files(counters, "disk")).isZero();
  }

  @Test
  void mapOutputIsOnDisksOnly() throws Exception {
    Counters counters = run("disk");
    assertThat(files(counters, "disk")).isEqualTo(4);
    assertThat(files(counters, "ssd")).isZero();
  }
}
