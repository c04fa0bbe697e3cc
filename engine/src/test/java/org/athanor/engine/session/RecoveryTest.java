// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.security.Credentials;
import org.athanor.engine.fleet.CommitGate;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.job.JobView;
import org.athanor.engine.journal.JobFiles;
import org.athanor.engine.journal.SessionJournal;
import org.athanor.engine.testing.SetJob;
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
  private final HttpServer told =
      HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  private final List<String> notifications = new CopyOnWriteArrayList<>();
  private SessionJournal first;
  private SessionEngine engine;

  RecoveryTest() throws IOException {}

  @BeforeEach
  void begin() throws IOException {
    conf.set("hadoop.tmp.dir", root.resolve("tmp").toString());
    conf.set("athanor.history.dir", root.resolve("history").toString());
    conf.setJobName("sort words");
    told.createContext(
        "/",
        exchange -> {
          notifications.add(exchange.getRequestURI().getQuery());
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    told.start();
    conf.set(
        "mapreduce.job.end-notification.url",
        "http://127.0.0.1:" + told.getAddress().getPort() + "/?$jobId=$jobStatus");
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
    told.stop(0);
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

  private Path staging(JobID id) {
    return root.resolve("staging-" + id);
  }

  /** A job that an earlier master has taken. */
  private JobFiles take(JobID id) throws IOException {
    Path staging = Files.createDirectories(staging(id));
    Files.write(staging.resolve("job.xml"), jobXml());
    first.add(new JobSubmission(id, staging.toUri().toString(), "ann", new Credentials()));
    return first.open(id);
  }

  private byte[] jobXml() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    conf.writeXml(out);
    return out.toByteArray();
  }

  /** Returns the histories that are written when the engine has ended. */
  private List<String> histories() throws IOException {
    engine.close();
    if (!Files.exists(root.resolve("history"))) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(root.resolve("history"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".jhist"))
          .toList();
    }
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

  @Test
  void theEndOfACommittedJobIsAnnounced() throws Exception {
    SetJob known =
        new SetJob(
            ID.getId(),
            new org.apache.hadoop.fs.Path(staging(ID).resolve("job.xml").toUri()),
            conf);
    known.counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).setValue(12);
    JobFiles files = take(ID);
    files.follow(known);
    files.commitEnded(true);
    recover();
    assertThat(job(ID).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(job(ID).name()).isEqualTo("sort words");
    assertThat(job(ID).counters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue())
        .isEqualTo(12);
    assertThat(histories())
        .singleElement()
        .asString()
        .contains(ID.toString(), "-sort+words-", "-SUCCEEDED-");
    assertThat(notifications).containsExactly(ID + "=SUCCEEDED");
    assertThat(staging(ID)).doesNotExist();
    assertThat(journal(3).isAnnounced(ID)).isTrue();
  }

  @Test
  void theEndOfAJobThatCannotGoOnIsAnnounced() throws Exception {
    take(ID); // has no splits
    recover();
    assertThat(job(ID).state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(histories()).singleElement().asString().contains("-FAILED-");
    assertThat(notifications).containsExactly(ID + "=FAILED");
  }

  @Test
  void anEndThatWasKeptButNotAnnouncedIsAnnounced() throws Exception {
    take(ID);
    SetJob ended = new SetJob(ID.getId(), new org.apache.hadoop.fs.Path("/job.xml"), conf);
    ended.state = JobStatus.State.KILLED;
    ended.finishTime = 9000;
    first.ended(ended, Optional.of(jobXml()));
    recover();
    assertThat(histories()).singleElement().asString().contains("-9000-", "-KILLED-");
    assertThat(notifications).containsExactly(ID + "=KILLED");
  }

  @Test
  void anEndThatCannotBeAnnouncedIsKnown() throws Exception {
    take(ID);
    SetJob ended = new SetJob(ID.getId(), new org.apache.hadoop.fs.Path("/job.xml"), conf);
    ended.state = JobStatus.State.SUCCEEDED;
    first.ended(ended, Optional.of(new byte[] {1}));
    recover();
    assertThat(job(ID).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(notifications).isEmpty();
  }

  @Test
  void anEndIsAnnouncedOnce() throws Exception {
    take(ID);
    SetJob ended = new SetJob(ID.getId(), new org.apache.hadoop.fs.Path("/job.xml"), conf);
    ended.state = JobStatus.State.SUCCEEDED;
    first.ended(ended, Optional.of(jobXml()));
    first.announced(ID);
    recover();
    assertThat(job(ID).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(histories()).isEmpty();
    assertThat(notifications).isEmpty();
  }
}
