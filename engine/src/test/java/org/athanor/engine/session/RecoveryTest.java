// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.security.Credentials;
import org.athanor.engine.fleet.CommitGate;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.job.JobView;
import org.athanor.engine.journal.JobFiles;
import org.athanor.engine.journal.SessionJournal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a master makes of the jobs of an earlier one. */
@Tag("short")
class RecoveryTest {
  private static final JobID ID = new JobID("1700000000000", 7);
  private static final JobID OTHER = new JobID("1700000000000", 8);

  @TempDir Path root;
  private final JobConf conf = new JobConf();
  private SessionJournal first;
  private SessionEngine engine;

  @BeforeEach
  void begin() throws IOException {
    conf.set("hadoop.tmp.dir", root.resolve("tmp").toString());
    first = journal(1);
    engine =
        new SessionEngine(
            () -> OTHER,
            host -> "/default-rack",
            new NoWorkers(),
            ContainerPlace.ofJobHere(ID),
            Optional.of(journal(2)),
            CommitGate.ALWAYS_OPEN);
  }

  @AfterEach
  void end() {
    engine.close();
  }

  private SessionJournal journal(int master) throws IOException {
    return new SessionJournal(
        FileSystem.getLocal(conf).getRaw(),
        new org.apache.hadoop.fs.Path(root.resolve("jobs").toUri()),
        master);
  }

  private Path directory(JobID id) {
    return root.resolve("jobs").resolve(id.toString());
  }

  /** A job that an earlier master has taken; its submission is not read. */
  private JobFiles take(JobID id) throws IOException {
    String submission = Files.createDirectories(root.resolve("staging-" + id)).toUri().toString();
    first.add(new JobSubmission(id, submission, "ann", new Credentials()));
    return first.open(id);
  }

  private void recover() throws Exception {
    engine.recover(submission -> submission.read(conf), conf);
  }

  private JobView job(JobID id) {
    return engine.job(id).orElseThrow();
  }

  @Test
  void aJobThatWasNotTakenIsForgotten() throws Exception {
    Files.createDirectories(directory(ID));
    take(OTHER).commitEnded(true);
    recover();
    assertThat(engine.job(ID)).isEmpty();
    assertThat(directory(ID)).doesNotExist();
    assertThat(job(OTHER).state()).isEqualTo(JobStatus.State.SUCCEEDED);
  }

  @Test
  void aDamagedJournalOfAJobFailsNoOther() throws Exception {
    take(ID);
    Files.write(directory(ID).resolve("submission"), new byte[] {1, 2});
    take(OTHER).commitEnded(true);
    recover();
    assertThat(job(ID).state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(job(ID).failureInfo())
        .startsWith(
            "its ApplicationMaster has ended, and the next one cannot read what it wrote down: ");
    assertThat(job(OTHER).state()).isEqualTo(JobStatus.State.SUCCEEDED);
  }

  @Test
  void aDamagedEndOfAJobFailsNoOther() throws Exception {
    take(ID);
    Files.write(directory(ID).resolve("end"), new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    take(OTHER).commitEnded(false);
    recover();
    assertThat(job(ID).state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(job(OTHER).failureInfo())
        .isEqualTo("an earlier ApplicationMaster could not commit the output");
  }
}
