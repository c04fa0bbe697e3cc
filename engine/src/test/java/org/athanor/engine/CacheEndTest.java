// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.engine.cache.CachedFiles;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Drivers that use the cache, in their own processes, and what they leave to others. */
@Timeout(240)
class CacheEndTest {
  private static final String WAITS = "waits";

  @TempDir private Path directory;

  /** A process, what it has printed before its last line, and the directory it works in. */
  private record Child(Process process, List<String> told, Path place) {
    /** Names and bytes of the files in the output's directory that others see. */
    Map<String, String> output() throws IOException {
      Map<String, String> all = new TreeMap<>();
      try (Stream<Path> files = Files.list(place.resolve("kept"))) {
        for (Path file : (Iterable<Path>) files::iterator) {
          byte[] bytes = Files.readAllBytes(file);
          all.put(file.getFileName().toString(), new String(bytes, StandardCharsets.ISO_8859_1));
        }
      }
      return all;
    }

    void endsWith(int code) throws InterruptedException, IOException {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(place.resolve("errors"))).isEqualTo(code);
    }
  }

  private Child start(String name, String limit, String cache, String mode, String end)
      throws IOException {
    Path place = Files.createDirectories(directory.resolve(name));
    Files.createDirectories(place.resolve("in"));
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 30_000; i++) {
      text.append("a line of the input with the number ").append(i).append('\n');
    }
    Files.writeString(place.resolve("in/text"), text);
    Files.writeString(
        place.resolve("log4j.properties"),
        """
        log4j.rootLogger=ERROR, err
        log4j.appender.err=org.apache.log4j.ConsoleAppender
        log4j.appender.err.target=System.err
        log4j.appender.err.layout=org.apache.log4j.SimpleLayout
        """);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        List.of(
            "bash",
            "-c",
            "ulimit -f " + limit + "; exec \"$@\"",
            "bash",
            java,
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Dlog4j.configuration=file:log4j.properties",
            "-cp",
            System.getProperty("java.class.path"),
            Chain.class.getName(),
            cache,
            mode,
            end);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(place.toFile())
            .redirectError(place.resolve("errors").toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    Process process = builder.start();
    List<String> told = new ArrayList<>();
    BufferedReader out = process.inputReader();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.equals(WAITS)) {
        return new Child(process, told, place);
      }
      told.add(line);
    }
    return new Child(process, told, place);
  }

  @Test
  void leavesWhatADriverWithoutTheCacheLeaves() throws Exception {
    Child off = start("a", "unlimited", "off", "write-through", "returns");
    off.endsWith(0);
    assertThat(off.output()).containsKeys("_SUCCESS", "part-r-00000");

    Child exits = start("b", "unlimited", "on", "write-through", "exits");
    exits.endsWith(3);
    assertThat(exits.told()).isEqualTo(off.told());
    assertThat(exits.output()).isEqualTo(off.output());

    Child waits = start("c", "unlimited", "on", "write-through", WAITS);
    try {
      assertThat(waits.told()).isEqualTo(off.told());
      waits.process().destroyForcibly();
      waits.endsWith(137);
      assertThat(waits.output()).isEqualTo(off.output());
    } finally {
      waits.process().destroyForcibly();
    }
  }

  @Test
  void deferredOutputsAreNotOfferedYet() throws Exception {
    Child refused = start("a", "unlimited", "on", "deferred", "returns");
    refused.endsWith(1);
    assertThat(Files.readString(refused.place().resolve("errors")))
        .contains("athanor.cache.mode=deferred is not offered yet");
  }

  @Disabled("athanor.cache.mode=deferred is not offered yet")
  @Test
  void aKilledDriverLeavesAnUnfinishedJobAndOneThatIsToldToEndAFinishedOne() throws Exception {
    Child killed = start("a", "unlimited", "on", "deferred", WAITS);
    try {
      assertThat(killed.output()).containsEntry("part-r-00000", "").doesNotContainKey("_SUCCESS");
      killed.process().destroyForcibly();
      killed.endsWith(137);
      assertThat(killed.output()).containsEntry("part-r-00000", "").doesNotContainKey("_SUCCESS");
    } finally {
      killed.process().destroyForcibly();
    }
    Child told = start("b", "unlimited", "on", "deferred", WAITS);
    assertThat(told.process().toHandle().destroy()).isTrue(); // leaves its input open
    told.endsWith(143);
    assertThat(told.output()).containsKeys("_SUCCESS", "part-r-00000");
    assertThat(told.output().get("part-r-00000")).contains("number 29999");
  }

  @Disabled("athanor.cache.mode=deferred is not offered yet")
  @Test
  void fullDisksEndTheDriverWithAnErrorAndWithoutAMark() throws Exception {
    Child child = start("a", "1024", "on", "deferred", "returns");
    child.endsWith(1);
    assertThat(child.output()).doesNotContainKey("_SUCCESS");
    assertThat(Files.readString(child.place().resolve("errors")))
        .contains("cannot write file:" + child.place() + "/kept/part-r-00000")
        .contains("File too large");
  }

  /** Runs two jobs, the second on the output of the first, and tells what it sees. */
  static final class Chain {
    public static void main(String[] args) throws Exception {
      Configuration conf = new Configuration();
      conf.set("mapreduce.framework.name", "athanor");
      conf.set("hadoop.tmp.dir", Path.of("tmp").toAbsolutePath().toString());
      conf.set("athanor.history.enabled", "false");
      conf.set("athanor.threads", "2");
      conf.set("athanor.cache", args[0]);
      conf.set("athanor.cache.mode", args[1]);
      if (args[0].equals("on")) {
        CachedFiles.classes().forEach(conf::set);
      }
      run(conf, "in", "out");
      run(conf, "out", "second");
      FileSystem files = FileSystem.getLocal(conf);
      if (!files.delete(path("out"), true) || !files.rename(path("second"), path("kept"))) {
        throw new IOException("the output could not be renamed");
      }
      for (FileStatus status : files.listStatus(path("kept"))) {
        System.out.println(status.getPath().getName() + " " + status.getLen());
      }
      switch (args[2]) {
        case WAITS -> {
          System.out.println(WAITS);
          int unused = System.in.read();
        }
        case "exits" -> System.exit(3);
        default -> System.out.flush();
      }
    }

    private static org.apache.hadoop.fs.Path path(String name) {
      return new org.apache.hadoop.fs.Path(Path.of(name).toUri());
    }

    private static void run(Configuration conf, String in, String out) throws Exception {
      Job job = Job.getInstance(conf);
      FileInputFormat.addInputPath(job, path(in));
      FileOutputFormat.setOutputPath(job, path(out));
      job.setOutputKeyClass(LongWritable.class);
      if (!job.waitForCompletion(false)) {
        throw new IOException("the job has failed");
      }
      Counters counters = job.getCounters();
      for (FileSystemCounter counter : FileSystemCounter.values()) {
        System.out.println(counter + " " + counters.findCounter("file", counter).getValue());
      }
      System.out.println(counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue());
    }
  }
}
