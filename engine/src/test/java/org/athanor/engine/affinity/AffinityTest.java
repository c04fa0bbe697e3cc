// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.affinity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.athanor.engine.EmbeddedEngine;
import org.athanor.engine.job.JobView;
import org.athanor.topology.CpuSet;
import org.athanor.topology.ObjectType;
import org.athanor.topology.Topology;
import org.athanor.topology.affinity.AffinityLevel;
import org.athanor.topology.affinity.AffinityPlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs jobs on this machine, with as many threads as fit, and reads the bindings from Linux. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class AffinityTest {
  private static final int MAX_THREADS = 8;

  @TempDir Path directory;
  private Topology machine; // null where libhwloc is missing

  @BeforeEach
  void load() throws IOException {
    NeedsHwloc.check();
    try (Topology whole = Topology.load()) {
      machine = whole.restrictedTo(ownPus());
    }
  }

  @AfterEach
  void close() {
    if (machine != null) {
      machine.close();
    }
  }

  private static CpuSet ownPus() throws IOException {
    return CpuSet.parseList(BindingJob.pusOf(Path.of("thread-self")));
  }

  private CpuSet firstPackage() {
    return machine.objects(ObjectType.PACKAGE).get(0).cpuset();
  }

  /** Returns how many threads fit into the first package. */
  private int room(AffinityLevel level) {
    ObjectType type = level == AffinityLevel.CORE ? ObjectType.CORE : ObjectType.PU;
    return Math.min(MAX_THREADS, machine.inside(firstPackage(), type).size());
  }

  private SortedMap<String, String> plan(AffinityLevel level, int threads) {
    SortedMap<String, String> plan = new TreeMap<>();
    for (CpuSet pus : AffinityPlan.of(machine, 1, threads, level).workers().get(0).threads()) {
      plan.put("athanor-" + plan.size(), pus.toListString());
    }
    return plan;
  }

  /** Returns the PUs of each thread of this JVM by the thread's directory in /proc. */
  private static Map<Path, String> bindings() throws IOException {
    Map<Path, String> bindings = new HashMap<>();
    try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
      for (Path thread : threads.toList()) {
        try {
          bindings.put(thread, BindingJob.pusOf(thread));
        } catch (IOException | UncheckedIOException e) {
          // Threads of the JVM come and go.
          assertThat(thread).as(e.toString()).doesNotExist();
        }
      }
    }
    return bindings;
  }

  @ParameterizedTest
  @EnumSource(names = {"CPU", "CORE", "PU"})
  @Tag("short")
  void bindsEachThreadAsPlanned(AffinityLevel level) throws Exception {
    int threads = room(level);
    assertThat(BindingJob.run(directory, level, threads)).isEqualTo(plan(level, threads));
  }

  @Test
  void bindsOnlyEngineThreads() throws Exception {
    Map<Path, String> before = bindings();
    BindingJob.run(directory, AffinityLevel.PU, room(AffinityLevel.PU));
    Map<Path, String> after = bindings();
    before.keySet().retainAll(after.keySet());
    assertThat(after).containsAllEntriesOf(before);
  }

  @Test
  void bindsNoThreadOfALaterJobWithoutAffinity() throws Exception {
    BindingJob.run(directory, AffinityLevel.PU, 1);
    assertThat(BindingJob.run(directory, AffinityLevel.NONE, 1))
        .isEqualTo(new TreeMap<>(Map.of("athanor-0", ownPus().toListString())));
  }

  @Test
  void refusesMoreThreadsThanPusBeforeTheJobBegins() throws Exception {
    int room = machine.inside(firstPackage(), ObjectType.PU).size();
    List<JobView> jobs = List.copyOf(EmbeddedEngine.get().jobs());
    assertThatThrownBy(() -> BindingJob.run(directory, AffinityLevel.PU, room + 1))
        .isInstanceOf(IOException.class)
        .hasMessage(refusal(room + 1, room));
    assertThat(jobs).containsAll(EmbeddedEngine.get().jobs());
    assertThat(directory.resolve("pu-" + (room + 1))).doesNotExist();
  }

  private static String refusal(int threads, int room) {
    return String.format(
        Locale.ROOT,
        "athanor.threads=%d: athanor.affinity=pu gives each thread a PU of its own, and the engine"
            + " can have %d here; set athanor.threads to %d or less, or athanor.affinity to cpu or"
            + " none",
        threads,
        room,
        room);
  }

  @ParameterizedTest
  @EnumSource(names = {"CPU", "CORE", "PU"})
  void changesNoResult(AffinityLevel level) throws Exception {
    assertThat(countWords(level)).isNotEmpty().isEqualTo(countWords(AffinityLevel.NONE));
  }

  private Map<String, String> countWords(AffinityLevel level) throws Exception {
    Path input = Files.createDirectories(directory.resolve("text"));
    for (int file = 0; file < 4; file++) {
      Files.writeString(input.resolve("f" + file), "a rose is a rose " + file + "\n");
    }
    Path output = directory.resolve("words-" + level);
    Job job = Job.getInstance(BindingJob.conf(directory, level, room(level)), "words");
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(output.toUri()));
    job.setMapperClass(TokenCounterMapper.class);
    job.setReducerClass(IntSumReducer.class);
    job.setNumReduceTasks(2);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    assertThat(job.waitForCompletion(false)).isTrue();
    Map<String, String> files = new HashMap<>();
    try (Stream<Path> parts = Files.list(output)) {
      for (Path part : parts.filter(BindingJob::isPart).toList()) {
        files.put(part.getFileName().toString(), Files.readString(part));
      }
    }
    return files;
  }
}
