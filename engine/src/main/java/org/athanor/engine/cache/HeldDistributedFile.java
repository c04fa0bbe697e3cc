// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.EnumSet;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/** A file in HDFS, which gives the number of a file to no other. Thread-safe. */
final class HeldDistributedFile implements Store.Place {
  private static final int BUFFER_BYTES = 4096;

  /** Names files by their numbers. */
  private static final String BY_NUMBER = "/.reserved/.inodes/";

  private final URI uri;
  private final DFSClient client;
  private volatile long number;

  HeldDistributedFile(URI uri, DFSClient client, long number) {
    this.uri = uri;
    this.client = client;
    this.number = number;
  }

  @Override
  public FileId id() {
    return new FileId(uri, number);
  }

  /**
   * Appends to the empty file. A part of the content cannot be removed safely while the client that
   * wrote it may still have the file open, so another attempt replaces the file.
   */
  @Override
  public Store.Rewritten rewrite(Path path, boolean again) throws IOException {
    return again ? replaced(path.toUri().getPath()) : appended(path.toUri().getPath());
  }

  private Store.Rewritten appended(String name) throws IOException {
    HdfsDataOutputStream out =
        client.append(name, BUFFER_BYTES, EnumSet.of(CreateFlag.APPEND), null, null);
    if (!(out.getWrappedStream() instanceof DFSOutputStream stream)
        || stream.getFileId() != number) {
      out.close();
      throw new IOException("another file has its name");
    }
    return new Store.Rewritten(out, id());
  }

  private Store.Rewritten replaced(String name) throws IOException {
    HdfsFileStatus status = client.getFileInfo(name);
    if (status == null) {
      throw new IOException("it was deleted");
    }
    DFSOutputStream stream =
        client.create(
            name,
            status.getPermission(),
            EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE),
            false,
            status.getReplication(),
            status.getBlockSize(),
            null,
            BUFFER_BYTES,
            null);
    number = stream.getFileId();
    return new Store.Rewritten(stream, id());
  }

  @Override
  public boolean isDeleted() throws IOException {
    try {
      return client.getFileInfo(BY_NUMBER + number) == null;
    } catch (FileNotFoundException e) {
      return true; // as NameNodes say it about numbers
    }
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
