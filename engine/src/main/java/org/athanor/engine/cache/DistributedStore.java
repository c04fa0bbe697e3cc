// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.IOException;
import java.net.URI;
import java.util.EnumSet;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Files of an HDFS, by a client of its own: the file systems of a job's tasks are closed with the
 * job. Thread-safe.
 */
final class DistributedStore implements Store {
  private static final int BUFFER_BYTES = 4096;

  /**
   * Which bytes a file has. A block with this number and generation was written once, and can only
   * have become longer; what is before it in a file is always the same.
   */
  private record Key(String pool, long block, long generation, long length) {}

  private final URI uri; // canonical
  private final DFSClient client;

  /** Makes it for the current user. */
  DistributedStore(URI uri, Configuration conf) throws IOException {
    this.uri = uri;
    client = new DFSClient(uri, conf, null);
  }

  /** Returns the key of a file; empty if it is empty. */
  static Optional<Object> key(ExtendedBlock last, long length) {
    return length == 0 || last == null
        ? Optional.empty()
        : Optional.of(
            new Key(last.getBlockPoolId(), last.getBlockId(), last.getGenerationStamp(), length));
  }

  static Optional<Object> key(LocatedBlocks blocks, long length) {
    return blocks == null || blocks.getFileLength() != length || blocks.isUnderConstruction()
        ? Optional.empty()
        : Optional.ofNullable(blocks.getLastLocatedBlock())
            .flatMap(last -> key(last.getBlock(), length));
  }

  static FileId id(URI uri, HdfsFileStatus status) {
    return new FileId(uri, status.getFileId());
  }

  private static String name(Path path) {
    return path.toUri().getPath();
  }

  @Override
  public Optional<Found> find(Path path) throws IOException {
    HdfsFileStatus status = client.getFileInfo(name(path));
    return status == null
        ? Optional.empty()
        : Optional.of(
            new Found(
                id(uri, status),
                status.isDirectory(),
                status.getLen(),
                status.getModificationTime()));
  }

  /** A file that its owner may not write could not be appended to. */
  @Override
  public Optional<Place> hold(Path path) throws IOException {
    HdfsFileStatus status = client.getFileInfo(name(path));
    boolean isEmptyFile = status != null && !status.isDirectory() && status.getLen() == 0;
    return isEmptyFile && status.getPermission().getUserAction().implies(FsAction.WRITE)
        ? Optional.of(new HeldDistributedFile(uri, client, status.getFileId()))
        : Optional.empty();
  }

  @Override
  public void setModified(Path path, long modified) throws IOException {
    client.setTimes(name(path), modified, -1);
  }

  @Override
  public Optional<Object> key(Path path, long length) throws IOException {
    HdfsLocatedFileStatus status = client.getLocatedFileInfo(name(path), false);
    return status == null ? Optional.empty() : key(status.getLocatedBlocks(), length);
  }

  @Override
  public void createEmpty(Path path, FsPermission permission) throws IOException {
    client
        .create(
            name(path),
            permission,
            EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE),
            client.getConf().getDefaultReplication(),
            client.getConf().getDefaultBlockSize(),
            null,
            BUFFER_BYTES,
            null)
        .close();
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
