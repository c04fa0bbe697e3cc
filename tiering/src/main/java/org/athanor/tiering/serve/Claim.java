// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.ipc.RemoteException;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.apply.PlanExecution.Pause;

/**
 * Makes sure that one daemon works on an HDFS at a time: a file in it that stays open for writing,
 * which HDFS allows to one client only. HDFS gives the lease of a daemon that has died to the next
 * one after a minute. The file stays when the daemon ends; it is empty but for a byte of each
 * check.
 */
public final class Claim implements Closeable {
  /** Beside that of Hadoop's mover. */
  public static final Path FILE = new Path("/system/athanor-storage.id");

  private static final Duration RETRY = Duration.ofSeconds(2);
  private static final int TRIES = 15;

  /** What the NameNode says of a file that somebody writes. */
  private static final String WRITTEN = AlreadyBeingCreatedException.class.getName();

  /** What it says while it takes the lease from one that has stopped writing: soon it has. */
  private static final String RECOVERY =
      "org.apache.hadoop.hdfs.protocol.RecoveryInProgressException";

  private final DistributedFileSystem files;
  private final FSDataOutputStream out;
  private final long id;

  /** Another daemon has the HDFS. */
  public static final class LostException extends IOException {
    private static final long serialVersionUID = 1;

    LostException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private Claim(DistributedFileSystem files, FSDataOutputStream out, long id) {
    this.files = files;
    this.out = out;
    this.id = id;
  }

  /**
   * Claims an HDFS.
   *
   * @param pause waits while HDFS takes the claim from a daemon that has died
   * @throws LostException if another daemon has it, or HDFS has not yet taken it from one that died
   * @throws IOException if the file cannot be written
   */
  public static Claim of(DistributedFileSystem files, Pause pause)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        FSDataOutputStream out =
            files.exists(FILE) ? files.append(FILE) : files.create(FILE, false);
        return new Claim(files, out, id(files.getFileStatus(FILE)));
      } catch (RemoteException e) {
        if (e.getClassName().equals(WRITTEN)) {
          throw taken(e);
        }
        if (!e.getClassName().equals(RECOVERY)) {
          throw e;
        }
        if (attempt == TRIES) {
          throw new LostException(
              FILE + ": HDFS still takes it from a daemon that has died; try again in a minute", e);
        }
      } catch (AlreadyBeingCreatedException | FileAlreadyExistsException e) {
        throw taken(e);
      }
      pause.pause(RETRY);
    }
  }

  private static LostException taken(IOException cause) {
    return new LostException(
        FILE + ": another daemon works on this HDFS, or has died less than a minute ago", cause);
  }

  private static long id(FileStatus status) {
    return ((HdfsFileStatus) status).getFileId();
  }

  /**
   * Checks that the claim still holds.
   *
   * @throws LostException if another daemon has taken over, as after a long pause of this process
   * @throws IOException if HDFS does not answer
   */
  public void check() throws IOException {
    if (!files.exists(FILE) || id(files.getFileStatus(FILE)) != id) {
      throw new LostException(FILE + ": was deleted or replaced; this daemon must end", null);
    }
    try {
      // Reaches the DataNodes, which refuse it if the lease has gone to somebody else.
      out.write('.');
      out.hflush();
    } catch (IOException e) {
      throw new LostException(FILE + ": the claim on this HDFS is lost: " + Failures.message(e), e);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
