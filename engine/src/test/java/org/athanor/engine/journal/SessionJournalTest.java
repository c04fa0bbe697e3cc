// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.security.Credentials;
import org.athanor.engine.execution.CommitBegunException;
import org.athanor.engine.execution.FinishedTask;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.skew.Cuts;
import org.athanor.engine.skew.HeavyKey;
import org.athanor.engine.skew.ReduceLoad;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class SessionJournalTest {
  private static final JobID ID = new JobID("1700000000000", 7);
  private static final ReduceLoad.Shape SHAPE =
      new ReduceLoad.Shape(
          Optional.of(List.of(new HeavyKey("\"a\"", 9))), List.of(4L, 5L), Cuts.COHERENT);

  @TempDir Path root;

  private SessionJournal journal(int master) throws IOException {
    org.apache.hadoop.fs.Path directory =
        new org.apache.hadoop.fs.Path(root.resolve("jobs").toUri());
    return new SessionJournal(FileSystem.getLocal(new Configuration()).getRaw(), directory, master);
  }

  private static JobSubmission submission(JobID id) {
    Credentials credentials = new Credentials();
    credentials.addSecretKey(new Text("key"), new byte[] {1, 2, 3});
    return new JobSubmission(id, "file:/staging/" + id, "ann", credentials);
  }

  private static FinishedTask task(int reduce, int attempt) {
    Counters counters = new Counters();
    counters.findCounter(TaskCounter.REDUCE_INPUT_RECORDS).increment(10 + reduce);
    return new FinishedTask(
        new TaskAttemptID(ID.getJtIdentifier(), ID.getId(), TaskType.REDUCE, reduce, attempt),
        ContainerPlace.ofJobHere(ID),
        1000,
        2000,
        counters,
        TaskStatus.Phase.REDUCE,
        "reduced",
        1200,
        1300,
        SHAPE);
  }

  @Test
  void theNextMasterReadsSubmissions() throws Exception {
    assertThat(journal(1).jobs()).isEmpty();
    JobID second = new JobID("1700000000000", 8);
    journal(1).add(submission(second));
    journal(1).add(submission(ID));
    SessionJournal next = journal(2);
    assertThat(next.jobs()).containsExactly(ID, second);
    JobSubmission read = next.submission(ID);
    assertThat(read.id()).isEqualTo(ID);
    assertThat(read.directory()).isEqualTo("file:/staging/" + ID);
    assertThat(read.user()).isEqualTo("ann");
    assertThat(read.credentials().getSecretKey(new Text("key"))).containsExactly(1, 2, 3);
    next.remove(second);
    assertThat(next.jobs()).containsExactly(ID);
  }

  @Test
  void onlyTheUserCanReadCredentials() throws Exception {
    journal(1).add(submission(ID));
    Path job = root.resolve("jobs").resolve(ID.toString());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(job)))
        .isEqualTo("rwx------");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(job.resolve("submission"))))
        .isEqualTo("rw-------");
  }

  @Test
  void theNextMasterReadsFinishedTasks() throws Exception {
    journal(1).add(submission(ID));
    JobFiles first = journal(1).open(ID);
    assertThat(first.past().masters()).isEqualTo(1);
    first.succeeded(task(0, 0));
    first.succeeded(task(2, 1));
    first.close();
    first.succeeded(task(1, 0));

    JobFiles second = journal(2).open(ID);
    assertThat(second.past().masters()).isEqualTo(2);
    assertThat(second.past().commitBegan()).isFalse();
    assertThat(second.past().finished()).hasSize(2);
    FinishedTask read = second.past().finished().get(1);
    assertThat(read.attempt()).isEqualTo(task(2, 1).attempt());
    assertThat(read.place()).isEqualTo(task(2, 1).place());
    assertThat(List.of(read.startTime(), read.finishTime())).containsExactly(1000L, 2000L);
    assertThat(read.status()).isEqualTo("reduced");
    assertThat(read.shape()).isEqualTo(SHAPE);
    assertThat(read.counters().findCounter(TaskCounter.REDUCE_INPUT_RECORDS).getValue())
        .isEqualTo(12);
    // What it does not write again, the one after it does not get.
    second.close();
    assertThat(journal(3).open(ID).past().finished()).isEmpty();
  }

  @Test
  void whatAMasterHasNotWrittenCompletelyDoesNotCount() throws Exception {
    journal(1).add(submission(ID));
    JobFiles first = journal(1).open(ID);
    first.succeeded(task(0, 0));
    first.close();
    Path file = root.resolve("jobs").resolve(ID.toString()).resolve("tasks-1");
    byte[] one = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(one, one.length / 2), StandardOpenOption.APPEND);
    assertThat(journal(2).open(ID).past().finished()).hasSize(1);
  }

  @Test
  void whatFollowsADamagedTaskDoesNotCount() throws Exception {
    journal(1).add(submission(ID));
    JobFiles first = journal(1).open(ID);
    first.succeeded(task(0, 0));
    first.succeeded(task(1, 0));
    first.succeeded(task(2, 0));
    first.close();
    Path file = root.resolve("jobs").resolve(ID.toString()).resolve("tasks-1");
    byte[] three = Files.readAllBytes(file);
    int second = three.length / 3;
    Arrays.fill(three, second + 2 * Long.BYTES, second + 2 * Long.BYTES + 20, (byte) -1);
    Files.write(file, three);
    assertThat(journal(2).open(ID).past().finished()).hasSize(1);
  }

  @Test
  void aJobWithoutASubmissionIsNotTaken() throws Exception {
    Path job = Files.createDirectories(root.resolve("jobs").resolve(ID.toString()));
    Files.write(job.resolve("submission.new"), new byte[3]);
    assertThat(journal(2).isTaken(ID)).isFalse();
    journal(2).add(submission(ID));
    assertThat(journal(2).isTaken(ID)).isTrue();
  }

  @Test
  void marksHaveHadoopsNames() throws Exception {
    journal(1).add(submission(ID));
    JobFiles first = journal(1).open(ID);
    first.commitBegins(false);
    JobFiles second = journal(2).open(ID);
    assertThat(second.past().commitBegan()).isTrue();
    assertThat(second.isCommitted() || second.hasCommitFailed()).isFalse();
    first.commitEnded(false);
    assertThat(second.hasCommitFailed()).isTrue();
    first.commitEnded(true);
    assertThat(second.isCommitted()).isTrue();
    try (Stream<Path> files = Files.list(root.resolve("jobs").resolve(ID.toString()))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("COMMIT_STARTED", "COMMIT_SUCCESS", "COMMIT_FAIL");
    }
  }

  @Test
  void onlyOneMasterCommitsOutputThatCannotBeCommittedTwice() throws Exception {
    journal(1).add(submission(ID));
    JobFiles first = journal(1).open(ID);
    JobFiles second = journal(2).open(ID);
    second.commitBegins(false);
    assertThatThrownBy(() -> first.commitBegins(false)).isInstanceOf(CommitBegunException.class);
    first.commitBegins(true);
    Path mark = root.resolve("jobs").resolve(ID.toString()).resolve("COMMIT_STARTED");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(mark)))
        .isEqualTo("rw-------");
  }

  @Test
  void theNextMasterKnowsHowJobsHaveEnded() throws Exception {
    journal(1).add(submission(ID));
    assertThat(journal(2).end(ID)).isEmpty();
    org.apache.hadoop.mapreduce.Counters counters = new org.apache.hadoop.mapreduce.Counters();
    counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).increment(5);
    EndedJob ended =
        new EndedJob(
            ID,
            "ann",
            "my job",
            "fast",
            "file:/staging/job.xml",
            JobStatus.State.KILLED,
            "killed by its client",
            1,
            2,
            3,
            counters,
            new JobConf(false));
    journal(1).ended(ended, Optional.empty());
    EndedJob read = journal(2).end(ID).orElseThrow();
    assertThat(read)
        .usingRecursiveComparison()
        .ignoringFields("counters", "configuration")
        .isEqualTo(ended);
    assertThat(read.counters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue()).isEqualTo(5);
    assertThat(read.configuration().getJobName()).isEqualTo("my job");
  }

  @Test
  void aDamagedSubmissionIsAnError() throws Exception {
    journal(1).add(submission(ID));
    Files.write(
        root.resolve("jobs").resolve(ID.toString()).resolve("submission"), new byte[] {1, 2});
    SessionJournal next = journal(2);
    assertThatThrownBy(() -> next.submission(ID)).isInstanceOf(IOException.class);
  }
}
