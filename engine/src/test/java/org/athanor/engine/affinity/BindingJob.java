// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.affinity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.topology.affinity.AffinityLevel;

/** A job with one map on each engine thread. Each map writes the PUs that its thread may run on. */
final class BindingJob {
  private static CountDownLatch notYetRunning;

  private BindingJob() {}

  /** Waits until all maps run, so that each map has a thread of its own. */
  static final class PusMapper extends Mapper<Object, Text, Text, Text> {
    @Override
    protected void map(Object key, Text line, Context context)
        throws IOException, InterruptedException {
      notYetRunning.countDown();
      if (!notYetRunning.await(60, TimeUnit.SECONDS)) {
        throw new IOException("the maps do not run at the same time");
      }
      context.write(
          new Text(Thread.currentThread().getName()), new Text(pusOf(Path.of("thread-self"))));
    }
  }

  /** Returns the PUs of a thread as Linux lists them. */
  static String pusOf(Path thread) throws IOException {
    String key = "Cpus_allowed_list:";
    try (Stream<String> lines = Files.lines(Path.of("/proc").resolve(thread).resolve("status"))) {
      return lines
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(key.length()).strip())
          .findFirst()
          .orElseThrow();
    }
  }

  static Configuration conf(Path directory, AffinityLevel level, int threads) {
    Configuration conf = new Configuration();
    conf.set("fs.defaultFS", "file:///");
    conf.set("mapreduce.framework.name", "athanor");
    conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    conf.set("athanor.pool.size", "8m");
    conf.set("athanor.buffer.size", "4k");
    conf.setBoolean("athanor.history.enabled", false);
    conf.setInt("athanor.threads", threads);
    conf.set("athanor.affinity", level.toString());
    return conf;
  }

  /**
   * Runs the job.
   *
   * @param directory directory for the job's files; the output goes to a new directory in it
   * @return PUs by thread name
   */
  static SortedMap<String, String> run(Path directory, AffinityLevel level, int threads)
      throws IOException, InterruptedException, ClassNotFoundException {
    Path input =
        Files.write(
            directory.resolve("lines"),
            IntStream.range(0, threads).mapToObj(Integer::toString).toList());
    Path output = directory.resolve(level + "-" + threads);
    notYetRunning = new CountDownLatch(threads);
    Job job = Job.getInstance(conf(directory, level, threads), "binding");
    job.setInputFormatClass(NLineInputFormat.class);
    NLineInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
    NLineInputFormat.setNumLinesPerSplit(job, 1);
    job.setMapperClass(PusMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(output.toUri()));
    if (!job.waitForCompletion(false)) {
      throw new IOException(job.getStatus().getFailureInfo());
    }
    return read(output);
  }

  static boolean isPart(Path file) {
    return file.getFileName().toString().startsWith("part-");
  }

  private static SortedMap<String, String> read(Path output) throws IOException {
    SortedMap<String, String> bindings = new TreeMap<>();
    try (Stream<Path> files = Files.list(output)) {
      for (Path part : files.filter(BindingJob::isPart).toList()) {
        for (String line : Files.readAllLines(part)) {
          String[] fields = line.split("\t", -1);
          bindings.put(fields[0], fields[1]);
        }
      }
    }
    return bindings;
  }

  /**
   * Main method for a separate JVM. Arguments: a directory, a level, and for each job its number of
   * threads. Prints the bindings of each job, or why it was refused.
   */
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    AffinityLevel level = AffinityLevel.parse(arguments[1]);
    for (int i = 2; i < arguments.length; i++) {
      try {
        run(directory, level, Integer.parseInt(arguments[i]))
            .forEach((thread, pus) -> System.out.println(thread + " " + pus));
      } catch (IOException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
