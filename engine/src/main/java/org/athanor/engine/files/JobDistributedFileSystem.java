// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;

/**
 * The file system for {@code hdfs:} of tasks, unless the user names another class. It is Hadoop's,
 * but reads files in pieces of at least {@value SmallReads#BUFFER_BYTES} bytes: Hadoop's stream
 * costs as much for one byte as for thousands, and its reader of sequence files reads the lengths
 * of each record byte by byte. Files that are encrypted, which Hadoop buffers, or erasure-coded are
 * read as before. Statistics are those of Hadoop's once streams are closed. Thread-safe.
 */
public class JobDistributedFileSystem extends DistributedFileSystem {
  /** The key that names the class for {@code hdfs:}. */
  public static final String CLASS_KEY = "fs.hdfs.impl";

  /** Makes this the class for {@code hdfs:}, unless the configuration names one. */
  static void useIn(Configuration conf) {
    conf.setIfUnset(CLASS_KEY, JobDistributedFileSystem.class.getName());
  }

  @Override
  public FSDataInputStream open(Path file, int bufferBytes) throws IOException {
    return buffered(openWithHadoop(file, bufferBytes));
  }

  /** Opens Hadoop's own stream. */
  protected final FSDataInputStream openWithHadoop(Path file, int bufferBytes) throws IOException {
    return super.open(file, bufferBytes);
  }

  @Override
  public FSDataInputStream open(PathHandle file, int bufferBytes) throws IOException {
    return buffered(super.open(file, bufferBytes));
  }

  /** Returns a stream with the same content, with buffered reads where that is possible. */
  protected final FSDataInputStream buffered(FSDataInputStream in) {
    Optional<DFSInputStream> stream = plain(in);
    return stream.isPresent()
        ? new DistributedInput(
            (HdfsDataInputStream) in, stream.get(), new SmallReads(stream.get(), statistics))
        : in;
  }

  /** Returns HDFS's own stream, if the file is neither encrypted nor erasure-coded. */
  protected static Optional<DFSInputStream> plain(FSDataInputStream in) {
    return in instanceof HdfsDataInputStream hdfs
            && hdfs.getWrappedStream() instanceof DFSInputStream stream
            && stream.getClass() == DFSInputStream.class // others are of erasure-coded files
            && stream.getFileEncryptionInfo() == null
        ? Optional.of(stream)
        : Optional.empty();
  }
}
