// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.File;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.LocalFileSystemConfigKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * The file system for {@code file:} of tasks, and of drivers under the {@code athanor} command,
 * unless the user names another class. It is Hadoop's local file system, including checksum files,
 * but starts no processes, and reads and writes in large pieces. Its statistics are exactly those
 * of Hadoop's, including bytes that Hadoop would have read ahead, because jobs' counters contain
 * them. Thread-safe.
 */
public class JobLocalFileSystem extends LocalFileSystem {
  /** The key that names the class for {@code file:}. */
  public static final String CLASS_KEY = "fs.file.impl";

  private final ProcessFreeFileSystem raw;
  private volatile boolean verifies = true;
  private volatile boolean writesChecksums = true;

  /** Makes this the class for {@code file:}, unless the configuration names one. */
  public static void useIn(Configuration conf) {
    conf.setIfUnset(CLASS_KEY, JobLocalFileSystem.class.getName());
  }

  public JobLocalFileSystem() {
    this(new ProcessFreeFileSystem());
  }

  /**
   * @param raw the files without checksums
   */
  protected JobLocalFileSystem(ProcessFreeFileSystem raw) {
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
    return input.isPresent() ? new BoundedInput(input.get()) : openWithHadoop(file, bufferSize);
  }

  /** Opens Hadoop's own stream. */
  FSDataInputStream openWithHadoop(Path file, int bufferSize) throws IOException {
    return super.open(file, bufferSize);
  }

  /** Returns a window of {@code file}, which is opened. */
  final Window window(File file) throws IOException {
    return raw.window(file);
  }

  /** Returns the file of a path. */
  final File localFile(Path path) {
    return raw.pathToFile(path);
  }

  FileSystem.Statistics rawStatistics() {
    return raw.statistics();
  }

  /** Returns the default buffer size of Hadoop's streams, in bytes. */
  int streamBufferBytes() {
    return getConf()
        .getInt(
            LocalFileSystemConfigKeys.LOCAL_FS_STREAM_BUFFER_SIZE_KEY,
            LocalFileSystemConfigKeys.LOCAL_FS_STREAM_BUFFER_SIZE_DEFAULT);
  }

  /**
   * Returns the buffer size of Hadoop's stream to a checksum file, in bytes, if the stream to the
   * data has a buffer of {@code dataBufferBytes}.
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
          new ChecksummedOutput(localFile(file).toPath(), data, sums, getBytesPerSum()));
    } catch (IOException | RuntimeException | Error e) {
      data.close();
      throw e;
    }
  }
}
