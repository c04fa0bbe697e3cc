// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.journal;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.JobXml;
import org.athanor.engine.protocol.FromDriver;
import org.athanor.engine.protocol.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal of a session: a directory for each job in the session's directory, which only the
 * user can read, because submissions hold the jobs' credentials. Thread-safe; all methods do I/O.
 */
public final class SessionJournal {
  private static final Logger LOG = LoggerFactory.getLogger(SessionJournal.class);
  private static final FsPermission DIRECTORY = new FsPermission((short) 0700);
  private static final FsPermission FILE = new FsPermission((short) 0600);
  private static final String SUBMISSION = "submission";
  private static final String END = "end";

  /** The job's configuration, from its end on. */
  private static final String CONFIGURATION = "job.xml";

  /** Everybody who is to be told of the job's end has been told. */
  private static final String ANNOUNCED = "announced";

  private final FileSystem fs;
  private final Path directory;
  private final int master;

  /**
   * @param directory of the journal, which need not exist
   * @param master the number of this master in the session, from 1
   */
  public SessionJournal(FileSystem fs, Path directory, int master) {
    this.fs = fs;
    this.directory = directory;
    this.master = master;
  }

  /** Returns the number of this master in the session, from 1. */
  public int master() {
    return master;
  }

  private Path of(JobID job) {
    return new Path(directory, job.toString());
  }

  /** A job is about to be submitted. */
  public void add(JobSubmission job) throws IOException {
    FileSystem.mkdirs(fs, of(job.id()), DIRECTORY);
    write(
        new Path(of(job.id()), SUBMISSION),
        out -> Records.writeFrame(new FromDriver.Submit(job).toFrame(), out));
  }

  /** A job was not taken. */
  public void remove(JobID job) {
    try {
      fs.delete(of(job), true);
    } catch (IOException e) {
      LOG.warn("{}: not deleted: {}", of(job), e.toString());
    }
  }

  /** Begins to keep what happens to a job, which may have run before. */
  public JobFiles open(JobID job) throws IOException {
    return new JobFiles(fs, of(job), master);
  }

  /**
   * A job has ended; clients can ask the next master about it, and that announces the end if this
   * one does not. A failure is logged.
   *
   * @param jobXml the job's configuration, if it is known
   */
  public void ended(JobView job, Optional<byte[]> jobXml) {
    Path file = new Path(of(JobID.downgrade(job.id())), END);
    try {
      if (jobXml.isPresent()) {
        write(new Path(file.getParent(), CONFIGURATION), out -> out.write(jobXml.get()));
      }
      write(file, EndedJob.of(job)::writeTo);
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: not written: {}", file, e.toString());
    }
  }

  /** Nothing is left to be done for a job that has ended. A failure is logged. */
  public void announced(JobID job) {
    Path file = new Path(of(job), ANNOUNCED);
    try {
      write(file, out -> {});
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: not written: {}", file, e.toString());
    }
  }

  /** Returns whether an earlier master has told everybody of a job's end. */
  public boolean isAnnounced(JobID job) throws IOException {
    return fs.exists(new Path(of(job), ANNOUNCED));
  }

  /**
   * Returns the configuration of a job that has ended; empty if it is not there.
   *
   * @param process the configuration of this process
   */
  public Optional<JobConf> configuration(JobID job, Configuration process) throws IOException {
    Path file = fs.makeQualified(new Path(of(job), CONFIGURATION));
    return fs.exists(file) ? Optional.of(JobXml.read(file, process)) : Optional.empty();
  }

  /** Returns the jobs that earlier masters have taken, or were about to take, oldest first. */
  public List<JobID> jobs() throws IOException {
    List<JobID> jobs = new ArrayList<>();
    try {
      for (FileStatus file : fs.listStatus(directory)) {
        jobs.add(JobID.forName(file.getPath().getName()));
      }
    } catch (FileNotFoundException e) {
      return List.of();
    } catch (IllegalArgumentException e) {
      throw new IOException(directory + ": " + e.getMessage(), e);
    }
    jobs.sort(null);
    return jobs;
  }

  /** Returns how a job has ended; empty if it has not. */
  public Optional<EndedJob> end(JobID job) throws IOException {
    Path file = new Path(of(job), END);
    if (!fs.exists(file)) {
      return Optional.empty();
    }
    try (DataInputStream in = fs.open(file)) {
      return Optional.of(EndedJob.read(job, in));
    }
  }

  /** Returns whether a master has taken a job: what its client submitted is there completely. */
  public boolean isTaken(JobID job) throws IOException {
    return fs.exists(new Path(of(job), SUBMISSION));
  }

  /** Returns what a client has submitted. */
  public JobSubmission submission(JobID job) throws IOException {
    Path file = new Path(of(job), SUBMISSION);
    try (DataInputStream in = fs.open(file)) {
      if (Message.of(Records.readFrame(in)) instanceof FromDriver.Submit submit) {
        return submit.submission();
      }
    }
    throw new IOException(file + ": holds no submission");
  }

  private interface Content {
    void writeTo(DataOutputStream out) throws IOException;
  }

  /** Writes a file that is there completely or not at all. */
  private void write(Path file, Content content) throws IOException {
    Path unfinished = file.suffix(".new");
    try (DataOutputStream out = new DataOutputStream(FileSystem.create(fs, unfinished, FILE))) {
      content.writeTo(out);
    }
    fs.delete(file, false);
    if (!fs.rename(unfinished, file)) {
      throw new IOException(file + ": cannot be written");
    }
  }
}
