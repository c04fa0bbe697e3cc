// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.ipc.RemoteException;

/**
 * Makes sure that one daemon works on an HDFS at a time: a file in it that stays open for writing.
 * HDFS gives the lease of a daemon that has died to the next one after a minute.
 */
public final class Claim implements Closeable {
  /** Beside that of Hadoop's mover. */
  public static final Path FILE = new Path("/system/athanor-storage.id");

  /** What the NameNode says of a file that somebody writes, or has stopped writing just now. */
  private static final Set<String> TAKEN =
      Set.of(
          AlreadyBeingCreatedException.class.getName(),
          "org.apache.hadoop.hdfs.protocol.RecoveryInProgressException");

  private final DistributedFileSystem files;
  private final FSDataOutputStream out;
  private final long id;

  private Claim(DistributedFileSystem files, FSDataOutputStream out, long id) {
    this.files = files;
    this.out = out;
    this.id = id;
  }

  /**
   * Claims an HDFS.
   *
   * @throws IOException if another daemon has it, or it cannot be written; with one line
   */
  public static Claim of(DistributedFileSystem files) throws IOException {
    try {
      if (files.exists(FILE)) {
        // Fails as long as somebody has it open.
        files.append(FILE).close();
        files.delete(FILE, false);
      }
      FSDataOutputStream out = files.create(FILE, false);
      out.write(InetAddress.getLocalHost().getHostName().getBytes(StandardCharsets.UTF_8));
      out.hflush();
      return new Claim(files, out, id(files.getFileStatus(FILE)));
    } catch (RemoteException e) {
      throw TAKEN.contains(e.getClassName()) ? taken(e) : e;
    } catch (AlreadyBeingCreatedException e) {
      throw taken(e);
    }
  }

  private static IOException taken(IOException cause) {
    return new IOException(
        FILE
            + ": another daemon works on this HDFS, or has died less than a minute ago; see 'hdfs dfs"
            + " -cat "
            + FILE
            + "' for its host",
        cause);
  }

  private static long id(FileStatus status) {
    return ((HdfsFileStatus) status).getFileId();
  }

  /**
   * Checks that the claim still holds.
   *
   * @throws IOException if another daemon has taken over, as after a long pause of this process
   */
  public void check() throws IOException {
    try {
      out.hflush();
      if (files.exists(FILE) && id(files.getFileStatus(FILE)) == id) {
        return;
      }
    } catch (IOException e) {
      throw new IOException(FILE + ": the claim on this HDFS is lost: " + e.getMessage(), e);
    }
    throw new IOException(FILE + ": another daemon has taken over; this one must end");
  }

  @Override
  public void close() throws IOException {
    out.close();
    files.delete(FILE, false);
  }
}
