// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.history;

import static org.apache.hadoop.mapred.TaskStatus.State.FAILED;
import static org.apache.hadoop.mapred.TaskStatus.State.KILLED;
import static org.apache.hadoop.mapred.TaskStatus.State.RUNNING;
import static org.apache.hadoop.mapred.TaskStatus.State.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.JobACL;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.jobhistory.HistoryViewer;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskInfo;
import org.apache.hadoop.mapreduce.v2.jobhistory.FileNameIndexUtils;
import org.apache.hadoop.mapreduce.v2.jobhistory.JobIndexInfo;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.TaskView;
import org.athanor.engine.testing.SmallDisk;
import org.athanor.engine.testing.Warnings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads written histories with Hadoop's own readers. */
class JobHistoryWriterTest {
  @TempDir Path root;
  private final JobConf conf = new JobConf();
  private final JobHistoryWriter writer = new JobHistoryWriter();

  @BeforeEach
  void ownDirectory() {
    conf.set(HistorySettings.DIRECTORY_KEY, root.resolve("history").toString());
    conf.set("my.key", "mine");
  }

  @AfterEach
  void close() {
    writer.close();
  }

  private EndedJob job(JobStatus.State state, String failure) {
    return new EndedJob(conf, state, failure);
  }

  private JobInfo read(JobView job) throws IOException {
    String file = writer.write(job, Optional.empty()).orElseThrow();
    JobHistoryParser parser = new JobHistoryParser(FileSystem.getLocal(conf), file);
    JobInfo info = parser.parse();
    assertThat(parser.getParseException()).isNull();
    return info;
  }

  // Hadoop's parser returns ids of the old API.
  private static TaskInfo task(JobInfo info, TaskView task) {
    return info.getAllTasks().get(TaskID.downgrade(task.id()));
  }

  private static TaskAttemptInfo attempt(TaskInfo info, TaskView task, int index) {
    return info.getAllTaskAttempts().get(TaskAttemptID.downgrade(task.attempts().get(index).id()));
  }

  private static String day() {
    return LocalDate.ofInstant(Instant.ofEpochMilli(EndedJob.FINISHED), ZoneId.systemDefault())
        .toString()
        .replace('-', '/');
  }

  private List<String> files() throws IOException {
    try (Stream<Path> walk = Files.walk(root)) {
      return walk.filter(Files::isRegularFile)
          .map(p -> root.relativize(p).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void aSucceededJobIsReadBackInFull() throws IOException {
    EndedJob job =
        job(JobStatus.State.SUCCEEDED, "")
            .with(TaskType.MAP, TIPStatus.COMPLETE, FAILED, KILLED, SUCCEEDED)
            .with(TaskType.MAP, TIPStatus.COMPLETE, SUCCEEDED)
            .with(TaskType.REDUCE, TIPStatus.COMPLETE, SUCCEEDED);
    JobInfo info = read(job);
    assertThat(info.getJobId()).isEqualTo(JobID.downgrade(job.id()));
    assertThat(info.getJobname()).isEqualTo("sort-words, twice é");
    assertThat(info.getUsername()).isEqualTo("anna");
    assertThat(info.getJobQueueName()).isEqualTo("night-ly");
    assertThat(info.getSubmitTime()).isEqualTo(1000);
    assertThat(info.getLaunchTime()).isEqualTo(2000);
    assertThat(info.getFinishTime()).isEqualTo(EndedJob.FINISHED);
    assertThat(info.getJobStatus()).isEqualTo("SUCCEEDED");
    assertThat(info.getTotalMaps()).isEqualTo(2);
    assertThat(info.getTotalReduces()).isEqualTo(1);
    assertThat(info.getSucceededMaps()).isEqualTo(2);
    assertThat(info.getSucceededReduces()).isEqualTo(1);
    assertThat(info.getTotalCounters()).isEqualTo(job.counters());
    assertThat(info.getMapCounters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue())
        .isEqualTo(2 * 21);
    assertThat(info.getReduceCounters().findCounter("Words", "LONG").getValue()).isEqualTo(4);

    TaskView first = job.tasks(TaskType.MAP).get(0);
    TaskInfo map = task(info, first);
    assertThat(map.getTaskStatus()).isEqualTo("SUCCEEDED");
    assertThat(map.getStartTime()).isEqualTo(3000);
    assertThat(map.getFinishTime()).isEqualTo(8000);
    assertThat(map.getSplitLocations()).isEqualTo("/rack/a,/rack/b");
    assertThat(map.getSuccessfulAttemptId())
        .isEqualTo(TaskAttemptID.downgrade(first.attempts().get(2).id()));
    assertThat(map.getCounters()).isEqualTo(first.counters());
    assertThat(map.getAllTaskAttempts()).hasSize(3);
    TaskAttemptInfo failed = attempt(map, first, 0);
    assertThat(failed.getTaskStatus()).isEqualTo("FAILED");
    assertThat(failed.getError()).isEqualTo("java.io.IOException: disk\n\tat x");
    assertThat(attempt(map, first, 1).getTaskStatus()).isEqualTo("KILLED");

    TaskView reduce = job.tasks(TaskType.REDUCE).get(0);
    TaskAttemptInfo attempt = attempt(task(info, reduce), reduce, 0);
    assertThat(attempt.getStartTime()).isEqualTo(3000);
    assertThat(attempt.getShuffleFinishTime()).isEqualTo(5000);
    assertThat(attempt.getSortFinishTime()).isEqualTo(6000);
    assertThat(attempt.getFinishTime()).isEqualTo(7000);
    assertThat(attempt.getState()).isEqualTo("said hello");
    assertThat(attempt.getCounters()).isEqualTo(job.counters());
    assertThat(attempt.getHostname()).isNotBlank();
  }

  @Test
  void aFailedJobNamesTheAttemptThatFailedIt() throws IOException {
    EndedJob job =
        job(JobStatus.State.FAILED, "map 0 failed")
            .with(TaskType.MAP, TIPStatus.FAILED, FAILED, FAILED)
            .with(TaskType.MAP, TIPStatus.KILLED, RUNNING)
            .with(TaskType.REDUCE, TIPStatus.PENDING);
    JobInfo info = read(job);
    assertThat(info.getJobStatus()).isEqualTo("FAILED");
    assertThat(info.getErrorInfo()).isEqualTo("map 0 failed");
    assertThat(info.getFailedMaps()).isEqualTo(1);
    assertThat(info.getKilledMaps()).isEqualTo(1);
    TaskView map = job.tasks(TaskType.MAP).get(0);
    TaskInfo read = task(info, map);
    assertThat(read.getTaskStatus()).isEqualTo("FAILED");
    assertThat(read.getFailedDueToAttemptId())
        .isEqualTo(TaskAttemptID.downgrade(map.attempts().get(1).id()));
    TaskView killed = job.tasks(TaskType.MAP).get(1);
    TaskAttemptInfo running = attempt(task(info, killed), killed, 0);
    assertThat(running.getTaskStatus()).isEqualTo("KILLED");
    assertThat(running.getFinishTime()).isEqualTo(EndedJob.FINISHED);
    assertThat(info.getAllTasks()).hasSize(2);
  }

  @Test
  void aKilledJobIsReadBackAsKilled() throws IOException {
    assertThat(read(job(JobStatus.State.KILLED, "killed by anna")).getJobStatus())
        .isEqualTo("KILLED");
  }

  private static Map<JobACL, String> access(JobInfo info) {
    Map<JobACL, String> lists = new EnumMap<>(JobACL.class);
    info.getJobACLs().forEach((operation, list) -> lists.put(operation, list.getAclString()));
    return lists;
  }

  @Test
  void aHistoryServerLearnsWhoMaySeeTheJob() throws IOException {
    conf.set("mapreduce.job.acl-view-job", "bob staff");
    assertThat(access(read(job(JobStatus.State.SUCCEEDED, "")))).isEmpty();
    conf.setBoolean("mapreduce.cluster.acls.enabled", true);
    assertThat(access(read(job(JobStatus.State.SUCCEEDED, ""))))
        .containsOnly(entry(JobACL.VIEW_JOB, "bob staff"), entry(JobACL.MODIFY_JOB, " "));
  }

  @Test
  void aJobCannotHideWhoMaySeeItIfTheServiceChecks() throws IOException {
    JobConf service = new JobConf();
    service.setBoolean("mapreduce.cluster.acls.enabled", true);
    conf.set("mapreduce.job.acl-view-job", "bob");
    try (JobHistoryWriter checked = new JobHistoryWriter(() -> service)) {
      String file =
          checked.write(job(JobStatus.State.SUCCEEDED, ""), Optional.empty()).orElseThrow();
      JobInfo info = new JobHistoryParser(FileSystem.getLocal(conf), file).parse();
      assertThat(access(info)).containsEntry(JobACL.VIEW_JOB, "bob ");
    }
  }

  @Test
  void hadoopsViewerPrintsIt() throws Exception {
    EndedJob job =
        job(JobStatus.State.SUCCEEDED, "")
            .with(TaskType.MAP, TIPStatus.COMPLETE, FAILED, SUCCEEDED)
            .with(TaskType.REDUCE, TIPStatus.COMPLETE, SUCCEEDED);
    String file = writer.write(job, Optional.empty()).orElseThrow();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (String format : List.of(HistoryViewer.HUMAN_FORMAT, HistoryViewer.JSON_FORMAT)) {
      new HistoryViewer(file, conf, true, format).print(new PrintStream(out, true, "UTF-8"));
    }
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("Hadoop job: job_1700000000000_1234", "User: anna", "\"hadoopJob\"");
  }

  @Test
  void hadoopReadsTheFileName() throws IOException {
    EndedJob job =
        job(JobStatus.State.SUCCEEDED, "").with(TaskType.MAP, TIPStatus.COMPLETE, SUCCEEDED);
    String name = HistoryFileName.of(job, EndedTasks.of(job));
    JobIndexInfo index = FileNameIndexUtils.getIndexInfo(name);
    assertThat(TypeConverter.fromYarn(index.getJobId())).hasToString(job.id().toString());
    assertThat(index.getJobName()).isEqualTo("sort-words, twice é");
    assertThat(index.getUser()).isEqualTo("anna");
    assertThat(index.getQueueName()).isEqualTo("night-ly");
    assertThat(index.getJobStatus()).isEqualTo("SUCCEEDED");
    assertThat(index.getNumMaps()).isEqualTo(1);
    assertThat(index.getFinishTime()).isEqualTo(EndedJob.FINISHED);
    assertThat(FileNameIndexUtils.getDoneFileName(index)).isEqualTo(name);
  }

  @Test
  void theConfigurationIsBesideIt() throws IOException {
    String file = writer.write(job(JobStatus.State.SUCCEEDED, ""), Optional.empty()).orElseThrow();
    assertThat(files())
        .containsExactly(
            "history/" + day() + "/" + file.substring(file.lastIndexOf('/') + 1),
            "history/" + day() + "/job_1700000000000_1234_conf.xml");
    JobConf read = new JobConf(new org.apache.hadoop.fs.Path(confFile(day())));
    assertThat(read.get("my.key")).isEqualTo("mine");
  }

  private String confFile(String day) {
    return root.resolve("history/" + day + "/job_1700000000000_1234_conf.xml").toString();
  }

  @Test
  void theSubmittedFileIsCopied() throws IOException {
    byte[] submitted = "<configuration/>".getBytes(StandardCharsets.UTF_8);
    writer.write(job(JobStatus.State.SUCCEEDED, ""), Optional.of(submitted));
    assertThat(Path.of(confFile(day()))).hasContent("<configuration/>");
  }

  @Test
  void secretsAreRedacted() throws IOException {
    conf.set("mapreduce.job.redacted-properties", "my.key");
    writer.write(job(JobStatus.State.SUCCEEDED, ""), Optional.empty());
    assertThat(Files.readString(Path.of(confFile(day())))).doesNotContain("<value>mine</value>");
  }

  @Test
  void filesAreInTheDirectoryOfAConfiguredHistoryServer() throws IOException {
    conf.unset(HistorySettings.DIRECTORY_KEY);
    conf.set("mapreduce.jobhistory.intermediate-done-dir", root.resolve("mid").toUri().toString());
    assertThat(writer.write(job(JobStatus.State.SUCCEEDED, ""), Optional.empty()).orElseThrow())
        .contains("/mid/anna/");
    Path summary = root.resolve("mid/anna/job_1700000000000_1234.summary");
    try (DataInputStream in = new DataInputStream(Files.newInputStream(summary))) {
      assertThat(in.readUTF()).startsWith("jobId=job_1700000000000_1234,submitTime=1000");
    }
    assertThat(root.resolve("mid/anna/job_1700000000000_1234_conf.xml")).exists();
  }

  @Test
  void filesInAConfiguredArchiveHaveTheArchivesLayout() throws IOException {
    conf.unset(HistorySettings.DIRECTORY_KEY);
    conf.set("mapreduce.jobhistory.done-dir", root.resolve("done").toUri().toString());
    assertThat(writer.write(job(JobStatus.State.SUCCEEDED, ""), Optional.empty()).orElseThrow())
        .contains("/done/" + day() + "/000001/");
  }

  @Test
  void byDefaultItIsBelowHadoopsTemporaryDirectory() {
    conf.unset(HistorySettings.DIRECTORY_KEY);
    conf.set("hadoop.tmp.dir", "/x");
    assertThat(HistorySettings.of(conf).directory().toString()).isEqualTo("/x/athanor/history");
  }

  @Test
  void nothingIsWrittenWhenHistoryIsOff() throws IOException {
    conf.setBoolean(HistorySettings.ENABLED_KEY, false);
    assertThat(writer.write(job(JobStatus.State.SUCCEEDED, ""), Optional.empty())).isEmpty();
    assertThat(files()).isEmpty();
  }

  @Test
  void aFailureToWriteThrowsNoException() throws IOException {
    Files.writeString(root.resolve("history"), "a file where a directory should be");
    assertThat(writer.write(job(JobStatus.State.SUCCEEDED, ""), Optional.empty())).isEmpty();
  }

  private List<Path> below(Path directory) throws IOException {
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.toList();
    }
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void filesAndDirectoriesArePrivate() throws IOException {
    assertThat(writer.write(job(JobStatus.State.SUCCEEDED, ""), Optional.empty())).isPresent();
    for (Path path : below(root.resolve("history"))) {
      assertThat(mode(path)).as(path.toString()).isIn("rwx------", "rw-------");
    }
    assertThat(files()).hasSize(2);
  }

  @Test
  void filesInAPublicDirectoryArePrivate() throws IOException {
    Files.createDirectories(root.resolve("history/" + day()));
    assertThat(writer.write(job(JobStatus.State.SUCCEEDED, ""), Optional.empty())).isPresent();
    for (String file : files()) {
      assertThat(mode(root.resolve(file))).as(file).isEqualTo("rw-------");
    }
  }

  @Test
  void onlyAHistoryServersGroupCanReadWhatTheServerCollects() throws IOException {
    conf.unset(HistorySettings.DIRECTORY_KEY);
    conf.set("mapreduce.jobhistory.intermediate-done-dir", root.resolve("mid").toUri().toString());
    assertThat(writer.write(job(JobStatus.State.SUCCEEDED, ""), Optional.empty())).isPresent();
    for (Path path : below(root.resolve("mid/anna"))) {
      assertThat(mode(path)).as(path.toString()).isEqualTo("rwxrwx---");
    }
  }

  @Test
  void aFullDiskCausesOneWarningAndLeavesNoFile() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(root.resolve("history"), "16k");
        Warnings warnings = Warnings.of(JobHistoryWriter.class.getName())) {
      assertThat(disk).isNotNull();
      conf.set("a.large.value", "x".repeat(100_000));
      JobView job = job(JobStatus.State.SUCCEEDED, "");
      assertThat(writer.write(job, Optional.empty())).isEmpty();
      String conf = "history/" + day() + "/" + job.id() + "_conf.xml";
      assertThat(warnings.lines())
          .containsExactly(
              "history of "
                  + job.id()
                  + " is not written: cannot write file:"
                  + root.resolve(conf)
                  + ": No space left on device; set athanor.history.dir to another directory");
      assertThat(files()).isEmpty();
    }
  }

  @Test
  void aDirectoryThatCannotBeUsedCausesOneWarning() throws IOException {
    Path file = Files.writeString(root.resolve("history"), "");
    try (Warnings warnings = Warnings.of(JobHistoryWriter.class.getName())) {
      JobView job = job(JobStatus.State.SUCCEEDED, "");
      assertThat(writer.write(job, Optional.empty())).isEmpty();
      assertThat(warnings.lines())
          .containsExactly(
              "history of "
                  + job.id()
                  + " is not written: no file can be made in "
                  + file.resolve(day())
                  + ": Not a directory; set athanor.history.dir to another directory");
    }
  }

  @Test
  void onlyHistoryOfDaysThatAreTooOldIsDeleted() throws IOException {
    conf.setLong("mapreduce.jobhistory.max-age-ms", TimeUnit.HOURS.toMillis(1));
    Path old = Files.createDirectories(root.resolve("history/1969/12/30"));
    Files.writeString(old.resolve("job_1_0001_conf.xml"), "x");
    Files.writeString(old.resolve(".job_1_0001-1-a-b-2-1-0-SUCCEEDED-default-1.jhist.tmp"), "x");
    Path other = Files.createDirectories(root.resolve("history/notes/of/anna"));
    Path mixed = Files.createDirectories(root.resolve("history/1969/12/29"));
    Files.writeString(mixed.resolve("job_1_0002_conf.xml"), "x");
    Path mine = Files.writeString(mixed.resolve("access.log"), "mine");
    writer.write(job(JobStatus.State.SUCCEEDED, ""), Optional.empty());
    assertThat(old).doesNotExist();
    assertThat(other).exists();
    assertThat(mine).hasContent("mine");
    assertThat(mixed.resolve("job_1_0002_conf.xml")).doesNotExist();
  }

  @Test
  void whatAKilledProcessLeftUnfinishedForAHistoryServerIsDeletedAfterADay() throws IOException {
    conf.unset(HistorySettings.DIRECTORY_KEY);
    conf.set("mapreduce.jobhistory.intermediate-done-dir", root.resolve("mid").toUri().toString());
    Path anna = Files.createDirectories(root.resolve("mid/anna"));
    Path old = aged(anna.resolve(".job_1_0001_conf.xml.tmp"), 25);
    Path oldSummary = aged(anna.resolve(".job_1_0001.summary.tmp"), 25);
    Path recent = aged(anna.resolve(".job_1_0002_conf.xml.tmp"), 23);
    Path whole = aged(anna.resolve("job_1_0003_conf.xml"), 100);
    Path hadoops = aged(anna.resolve("job_1_0004-1-a-b-2-1-0-SUCCEEDED-default-1.jhist_tmp"), 100);
    writer.write(job(JobStatus.State.SUCCEEDED, ""), Optional.empty());
    assertThat(old).doesNotExist();
    assertThat(oldSummary).doesNotExist();
    assertThat(recent).exists();
    assertThat(whole).exists();
    assertThat(hadoops).exists();
  }

  private static Path aged(Path file, int hours) throws IOException {
    Files.writeString(file, "x");
    long time = EndedJob.FINISHED - TimeUnit.HOURS.toMillis(hours);
    return Files.setLastModifiedTime(file, FileTime.fromMillis(time));
  }

  @Test
  void writingLaterNotifiesTheCallerAndClosingWaits() throws Exception {
    CompletableFuture<String> notified = new CompletableFuture<>();
    writer.writeLater(job(JobStatus.State.SUCCEEDED, ""), Optional.empty(), notified::complete);
    writer.close();
    assertThat(notified).isCompleted();
    assertThat(Optional.of(notified.get())).isPresent().get().asString().endsWith(".jhist");
  }

  @Test
  void theThreadThatEndsAJobWritesItsHistoryIfTooManyWait() throws Exception {
    JobView job = job(JobStatus.State.SUCCEEDED, "");
    List<Thread> writers = new CopyOnWriteArrayList<>();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch full = new CountDownLatch(1);
    writer.writeLater(
        job,
        Optional.empty(),
        file -> {
          writers.add(Thread.currentThread());
          begun.countDown();
          await(full);
        });
    begun.await();
    for (int i = 0; i <= JobHistoryWriter.MAX_WAITING; i++) {
      writer.writeLater(job, Optional.empty(), file -> writers.add(Thread.currentThread()));
    }
    assertThat(writers).hasSize(2).element(1).isSameAs(Thread.currentThread());
    full.countDown();
    writer.close();
    assertThat(writers).hasSize(2 + JobHistoryWriter.MAX_WAITING);
    assertThatThrownBy(() -> writer.writeLater(job, Optional.empty(), file -> {}))
        .isInstanceOf(RejectedExecutionException.class);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void itsThreadDoesNotInheritTheContextClassLoader() throws Exception {
    CompletableFuture<ClassLoader> found = new CompletableFuture<>();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader jobs = new URLClassLoader(new URL[0])) {
      thread.setContextClassLoader(jobs);
      try (JobHistoryWriter later = new JobHistoryWriter()) {
        later.writeLater(
            job(JobStatus.State.SUCCEEDED, ""),
            Optional.empty(),
            file -> found.complete(Thread.currentThread().getContextClassLoader()));
      }
      assertThat(found).isCompleted();
      assertThat(found.get()).isSameAs(JobHistoryWriter.class.getClassLoader());
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
