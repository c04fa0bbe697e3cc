// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.ReadStatistics;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * A stream of HDFS whose reads go another way, such as through a {@link SmallReads buffer}. Methods
 * of HDFS only say the same as those of Hadoop's stream, which may be at another position.
 */
public final class DistributedInput extends HdfsDataInputStream {
  private final HdfsDataInputStream hdfs;
  private final DistributedReads reads;

  /**
   * @param stream that of {@code hdfs}, from which nothing has been read
   * @param reads what callers read from
   */
  public <R extends InputStream & DistributedReads> DistributedInput(
      HdfsDataInputStream hdfs, DFSInputStream stream, R reads) {
    super(stream);
    this.hdfs = hdfs;
    this.reads = reads;
    in = reads;
  }

  /** Returns Hadoop's stream, at the position of this one, from which both read from now on. */
  @Override
  public InputStream getWrappedStream() {
    return reads.wrapped();
  }

  @Override
  public DatanodeInfo getCurrentDatanode() {
    return hdfs.getCurrentDatanode();
  }

  @Override
  public ExtendedBlock getCurrentBlock() {
    return hdfs.getCurrentBlock();
  }

  @Override
  public List<LocatedBlock> getAllBlocks() throws IOException {
    return hdfs.getAllBlocks();
  }

  @Override
  public long getVisibleLength() {
    return hdfs.getVisibleLength();
  }

  @Override
  public ReadStatistics getReadStatistics() {
    return hdfs.getReadStatistics();
  }

  @Override
  public void clearReadStatistics() {
    hdfs.clearReadStatistics();
  }
}
