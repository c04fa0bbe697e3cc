// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.testing.WrittenJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The master of a session works on the files of a job as the job's user. */
@Timeout(60)
class JobUsersTest {
  private static final JobID ID = new JobID("20260101", 3);
  private static final Set<String> USERS = new ConcurrentSkipListSet<>();

  @TempDir Path root;

  /** The local files; remembers who uses them. */
  public static final class Watched extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("watched:///");
    }

    private static void used(String call) throws IOException {
      USERS.add(call + " by " + UserGroupInformation.getCurrentUser().getShortUserName());
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path file, int buffer) throws IOException {
      used("open " + file.getName());
      return super.open(file, buffer);
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path file) throws IOException {
      used("status " + file.getName());
      return super.getFileStatus(file);
    }

    @Override
    public boolean delete(org.apache.hadoop.fs.Path file, boolean recursive) throws IOException {
      used("delete " + file.getName());
      return super.delete(file, recursive);
    }
  }

  /** Hadoop counts the bytes of all file systems of this JVM, also for the jobs of other tests. */
  @AfterEach
  void forgetWhatWasRead() {
    FileSystem.clearStatistics();
  }

  private SubmittedJob write() throws Exception {
    Job settings = Job.getInstance(TestSession.conf(root));
    FileOutputFormat.setOutputPath(
        settings, new org.apache.hadoop.fs.Path(root.resolve("out").toUri()));
    settings
        .getConfiguration()
        .setClass("fs.watched.impl", Watched.class, RawLocalFileSystem.class);
    Path jar = root.resolve("job.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("content"));
    }
    settings.getConfiguration().set("mapreduce.job.jar", "watched://" + jar);
    Path input = Files.writeString(root.resolve("input"), "some words");
    Path directory = root.resolve("job");
    JobConf conf =
        WrittenJob.write(ID, directory, settings, List.of(input)).submitted().configuration();
    return new SubmittedJob(
        ID,
        new org.apache.hadoop.fs.Path("watched://" + directory),
        conf,
        new Credentials(),
        UserGroupInformation.createRemoteUser("ann"));
  }

  @Test
  void filesOfAJobAreReadAndDeletedAsItsUser() throws Exception {
    SubmittedJob job = write();
    try (SessionEngine engine =
        new SessionEngine(
            () -> ID, host -> "/rack", new NoWorkers(), ContainerPlace.ofJobHere(ID))) {
      engine.submit(job);
    }
    assertThat(USERS)
        .contains(
            "open job.splitmetainfo by ann",
            "open job.jar by ann",
            "open job.xml by ann",
            "delete job by ann")
        .allMatch(use -> use.endsWith(" by ann"));
    assertThat(root.resolve("job")).doesNotExist();
  }
}
