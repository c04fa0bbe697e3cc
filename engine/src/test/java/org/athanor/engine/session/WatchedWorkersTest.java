// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.WorkerView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WatchedWorkersTest {
  @TempDir Path root;

  private static List<WorkerView> await(SessionEngine engine, Predicate<List<WorkerView>> wanted)
      throws InterruptedException {
    List<WorkerView> workers = engine.workers();
    while (!wanted.test(workers)) { // the test's time-out ends it
      Thread.sleep(20);
      workers = engine.workers();
    }
    return workers;
  }

  /**
   * Waits until more maps run than one Worker has threads, so that both Workers get some, however
   * late one of them is.
   */
  public static final class Meeting extends WordCount.TokenizerMapper {
    static final String PORT = "test.meeting.port";

    @Override
    protected void setup(Context context) throws IOException {
      int port = context.getConfiguration().getInt(PORT, 0);
      try (Socket place = new Socket(InetAddress.getLoopbackAddress(), port)) {
        place.getInputStream().read(); // until the other side closes it
      }
    }
  }

  /** Lets maps go on from when three have come; ends when the place is closed. */
  private static void meet(ServerSocket place) {
    List<Socket> waiting = new ArrayList<>();
    try {
      while (true) {
        waiting.add(place.accept());
        if (waiting.size() >= 3) {
          for (Socket each : waiting) {
            each.close();
          }
        }
      }
    } catch (IOException closed) {
      assertThat(place.isClosed()).isTrue();
    }
  }

  private Job wordCount(int meetingPort) throws Exception {
    Files.createDirectories(root.resolve("in"));
    for (int file = 0; file < 6; file++) {
      Files.writeString(root.resolve("in/" + file), ("word" + file + " and another\n").repeat(500));
    }
    Configuration conf = TestSession.conf(root);
    conf.setInt(Meeting.PORT, meetingPort);
    Job job = Job.getInstance(conf, "word count");
    job.setJarByClass(WordCount.class);
    job.setMapperClass(Meeting.class);
    job.setReducerClass(WordCount.IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    job.setNumReduceTasks(4);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(root.resolve("in").toUri()));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(root.resolve("out").toUri()));
    return job;
  }

  @Test
  void theSessionTellsWhatItsWorkersDo() throws Exception {
    try (ServerSocket place = new ServerSocket(0, 6, InetAddress.getLoopbackAddress());
        TestSession session = new TestSession(2, root.resolve("session"))) {
      Thread meeting = new Thread(() -> meet(place), "meeting");
      meeting.setDaemon(true);
      meeting.start();
      SessionEngine engine = session.engine();
      await(engine, all -> all.stream().filter(WorkerView::isConnected).count() == 2);
      assertThat(wordCount(place.getLocalPort()).waitForCompletion(false)).isTrue();
      JobView job = engine.jobs().iterator().next();
      assertThat(job.tasks(TaskType.MAP).stream().flatMap(task -> task.attempts().stream()))
          .extracting(AttemptView::worker)
          .allMatch(worker -> worker == 0 || worker == 1);
      List<WorkerView> workers =
          await(
              engine,
              all ->
                  all.stream().mapToLong(w -> moved(w)).min().orElse(0) > 0
                      && all.stream().mapToInt(WorkerView::running).sum() == 0);
      assertThat(workers).extracting(WorkerView::number).containsExactly(0, 1);
      assertThat(workers).allMatch(w -> w.threads() == 2 && w.joined() > 0 && !w.host().isEmpty());
      session.workers().kill(0);
      WorkerView gone = await(engine, all -> all.stream().anyMatch(w -> !w.isConnected())).get(0);
      assertThat(gone.number()).isZero();
      assertThat(gone.reason()).isNotEmpty();
      assertThat(gone.activity()).isEmpty();
      assertThat(engine.problem()).isEmpty();
    }
  }

  /** Returns the bytes that a Worker has sent and taken. */
  private static long moved(WorkerView worker) {
    return worker
        .activity()
        .map(now -> now.status().pushedBytes() + now.status().receivedBytes())
        .orElse(0L);
  }
}
