// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.LocalFileSystemConfigKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * What tasks, and drivers under the {@code athanor} command, get for {@code file:} unless somebody
 * names a class of his own: Hadoop's local file system, checksum files included, that starts no
 * processes and moves bytes in large pieces. What it counts is what Hadoop's counts, to the byte,
 * because jobs' counters say how much was read ahead. Thread-safe.
 */
public final class JobLocalFileSystem extends LocalFileSystem {
  /** Names the class of {@code file:}. */
  public static final String CLASS_KEY = "fs.file.impl";

  private final ProcessFreeFileSystem raw;
  private volatile boolean verifies = true;
  private volatile boolean writesChecksums = true;

  public JobLocalFileSystem() {
    this(new ProcessFreeFileSystem());
  }

  private JobLocalFileSystem(ProcessFreeFileSystem raw) {
    super(raw);
    this.raw = raw;
  }

  @Override
  public void setVerifyChecksum(boolean verify) {
    super.setVerifyChecksum(verify);
    verifies = verify;
  }

  @Override
  public void setWriteChecksum(boolean write) {
    super.setWriteChecksum(write);
    writesChecksums = write;
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    Optional<LocalInput> input =
        verifies ? LocalInput.open(this, file, bufferSize) : Optional.empty();
    return input.isPresent() ? new BoundedInput(input.get()) : openHadoops(file, bufferSize);
  }

  /** Hadoop's own stream. */
  FSDataInputStream openHadoops(Path file, int bufferSize) throws IOException {
    return super.open(file, bufferSize);
  }

  FileSystem.Statistics rawStatistics() {
    return raw.statistics();
  }

  /** Of Hadoop's streams that nobody has named a size for, in bytes. */
  int streamBufferBytes() {
    return getConf()
        .getInt(
            LocalFileSystemConfigKeys.LOCAL_FS_STREAM_BUFFER_SIZE_KEY,
            LocalFileSystemConfigKeys.LOCAL_FS_STREAM_BUFFER_SIZE_DEFAULT);
  }

  /**
   * Of Hadoop's stream of checksums beside one of data with a buffer of {@code dataBufferBytes}.
   */
  int checksumBufferBytes(int dataBufferBytes) {
    int chunkBytes = getBytesPerSum();
    return Math.max(chunkBytes, Math.max(dataBufferBytes / chunkBytes, streamBufferBytes()));
  }

  @Override
  public FSDataOutputStream create(
      Path file,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    if (!writesChecksums) {
      return super.create(
          file, permission, overwrite, bufferSize, replication, blockSize, progress);
    }
    FSDataOutputStream data =
        raw.create(file, permission, overwrite, bufferSize, replication, blockSize, progress);
    try {
      FSDataOutputStream sums =
          raw.create(
              getChecksumFile(file),
              permission,
              true,
              checksumBufferBytes(bufferSize),
              replication,
              blockSize,
              null);
      return new LocalOutput(
          new ChecksummedOutput(pathToFile(file).toPath(), data, sums, getBytesPerSum()));
    } catch (IOException | RuntimeException | Error e) {
      data.close();
      throw e;
    }
  }
}
