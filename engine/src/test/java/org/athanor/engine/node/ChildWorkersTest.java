// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.athanor.engine.fleet.RemoteWorker;
import org.athanor.engine.fleet.RemoteWorkerJob;
import org.athanor.engine.fleet.WorkerProcesses;
import org.athanor.engine.testing.ChildWorkers;
import org.athanor.engine.testing.Events;
import org.athanor.engine.testing.TestMaster;
import org.athanor.engine.testing.Told;
import org.athanor.engine.testing.WrittenJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers in processes of their own, which are stopped and killed. */
@Timeout(180)
class ChildWorkersTest {
  private static final Duration SILENCE = Duration.ofSeconds(3);
  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final String RELEASE = "athanor.test.release";

  private final JobID id = new JobID("child", 1);
  private final TaskAttemptID map = new TaskAttemptID(new TaskID(id, TaskType.MAP, 0), 0);
  private final Events ends = new Events();

  @TempDir Path root;
  private TestMaster master;
  private ChildWorkers children;

  /** Writes its line, when a file is there. */
  public static final class WaitsForAFile extends Mapper<LongWritable, Text, NullWritable, Text> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(NullWritable.get(), line);
      context.setStatus("waits");
      Path release = Path.of(context.getConfiguration().get(RELEASE));
      while (!Files.exists(release)) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
    }
  }

  @BeforeEach
  void begin() throws IOException {
    master = new TestMaster(TestMaster.settings(SILENCE));
    children =
        new ChildWorkers(
            root.resolve("children"),
            master.address(),
            TestMaster.secret(),
            1,
            new ChildWorkers.Options(2, SILENCE, LEASE, false));
    children.begin(
        new WorkerProcesses.Listener() {
          @Override
          public void ended(int worker, String reason, boolean isByCluster) {
            ends.add("ended " + worker + ": " + reason);
          }

          @Override
          public void cannotStart(String reason) {
            ends.add("cannotStart: " + reason);
          }
        });
  }

  @AfterEach
  void end() {
    children.close();
    master.close();
  }

  private Path output() {
    return root.resolve("out");
  }

  private Path release() {
    return root.resolve("release");
  }

  private WrittenJob job() throws Exception {
    JobConf conf = new JobConf();
    conf.set("fs.defaultFS", "file:///");
    conf.set(RELEASE, release().toString());
    conf.setInt("mapreduce.fileoutputcommitter.algorithm.version", 2);
    Job job = Job.getInstance(conf);
    job.setMapperClass(WaitsForAFile.class);
    job.setNumReduceTasks(0);
    TextOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(output().toUri()));
    Path input = Files.writeString(root.resolve("in"), "line\n");
    WrittenJob written = WrittenJob.write(id, root.resolve("job"), job, List.of(input));
    JobConf own = written.submitted().configuration();
    new FileOutputCommitter(
            new org.apache.hadoop.fs.Path(output().toUri()), new TaskAttemptContextImpl(own, map))
        .setupJob(new JobContextImpl(own, id));
    return written;
  }

  private Told launch(Predicate<TaskAttemptID> mayCommit) throws Exception {
    WrittenJob written = job();
    RemoteWorker worker = master.awaitJoined(0);
    Told told = new Told(mayCommit);
    RemoteWorkerJob job = worker.open(written.submitted(), told, told);
    told.events().await("opened");
    job.launchMap(map, written.splits().get(0).getSplitIndex());
    told.events().await("started m0.0");
    return told;
  }

  private List<Path> committed() throws IOException {
    try (Stream<Path> files = Files.list(output())) {
      return files.filter(file -> file.getFileName().toString().startsWith("part")).toList();
    }
  }

  private List<Path> scratchDirectories() throws IOException {
    try (Stream<Path> files = Files.list(children.local(0))) {
      return files.filter(Files::isDirectory).toList();
    }
  }

  private void signal(String name) {
    try {
      int code =
          new ProcessBuilder("kill", "-" + name, Long.toString(children.process(0).pid()))
              .start()
              .waitFor();
      assertThat(code).isZero();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Returns when no thread of the child runs: one of them gets the signal, and stops the others.
   */
  private void stopAll() {
    signal("STOP");
    long begin = System.nanoTime();
    try {
      while (!isStopped()) {
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(30));
        TimeUnit.MILLISECONDS.sleep(1);
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private boolean isStopped() throws IOException {
    Path threads = Path.of("/proc", Long.toString(children.process(0).pid()), "task");
    try (Stream<Path> each = Files.list(threads)) {
      for (Path thread : (Iterable<Path>) each::iterator) {
        String stat = Files.readString(thread.resolve("stat"));
        if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      }
    } catch (NoSuchFileException | UncheckedIOException ended) {
      return false; // a thread, while they were listed
    }
    return true;
  }

  @Test
  void aChildDoesItsWorkAndEndsWhenItIsTold() throws Exception {
    Told told = launch(unused -> true);
    Files.createFile(release());
    told.events().await("succeeded m0.0");
    assertThat(committed()).hasSize(1);
    master.worker(0).end();
    assertThat(ends.await("ended 0")).isEqualTo("ended 0: its process has ended with code 0");
    assertThat(scratchDirectories()).isEmpty();
  }

  @Test
  void aKilledChildIsLost() throws Exception {
    Told told = launch(unused -> true);
    children.kill(0);
    master.events().await("lost 0");
    assertThat(ends.await("ended 0")).isEqualTo("ended 0: its process has ended with code 137");
    assertThat(committed()).isEmpty();
    assertThat(told.events().all()).containsExactly("opened", "started m0.0");
  }

  @Test
  void aChildThatWasStoppedForTooLongCommitsNothingAndEnds() throws Exception {
    launch(unused -> true);
    stopAll();
    Files.createFile(release()); // The map has nothing more to do but to commit.
    assertThat(master.events().await("lost 0")).isEqualTo("lost 0: nothing arrived for 3000 ms");
    signal("CONT");
    assertThat(ends.await("ended 0")).isEqualTo("ended 0: its process has ended with code 3");
    assertThat(committed()).isEmpty();
    assertThat(scratchDirectories()).isEmpty();
  }

  @Test
  void aPermissionThatComesAfterALongStopIsNotUsed() throws Exception {
    Told told =
        launch(
            unused -> {
              stopAll(); // It waits for this answer.
              return true;
            });
    Files.createFile(release());
    told.events().await("mayCommit m0.0");
    master.events().await("lost 0");
    signal("CONT");
    assertThat(ends.await("ended 0")).isEqualTo("ended 0: its process has ended with code 3");
    assertThat(committed()).isEmpty();
  }

  @Test
  void theSecretIsNeitherInTheCommandLineNorInTheEnvironment() throws Exception {
    master.awaitJoined(0);
    Path process = Path.of("/proc", Long.toString(children.process(0).pid()));
    assumeTrue(Files.isReadable(process.resolve("cmdline")));
    for (String file : List.of("cmdline", "environ")) {
      assertThat(new String(Files.readAllBytes(process.resolve(file)), StandardCharsets.UTF_8))
          .as(file)
          .isNotEmpty()
          .doesNotContain(TestMaster.SECRET);
    }
    assertThat(Files.readString(children.log(0))).doesNotContain(TestMaster.SECRET);
    try (Stream<Path> files = Files.walk(root)) {
      assertThat(files.filter(file -> file.toString().endsWith(".properties"))).isEmpty();
    }
  }
}
