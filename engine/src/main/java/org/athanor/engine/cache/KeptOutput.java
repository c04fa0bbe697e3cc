// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;

/** A stream to a file whose content is also kept in memory, if there is enough. Thread-safe. */
final class KeptOutput extends OutputStream
    implements Syncable, StreamCapabilities, IOStatisticsSource {
  /** Says which bytes the file has, when all of them have been written. */
  interface KeyOfFile {
    /**
     * @param length of the content
     * @return empty if the file is not, or may not be, that of this stream
     */
    Optional<Object> get(long length) throws IOException;
  }

  private final FSDataOutputStream file;
  private final DraftCopy copy;
  private final KeyOfFile key;
  private boolean closed;

  KeptOutput(FSDataOutputStream file, DataCache cache, KeyOfFile key) {
    this.file = file;
    this.key = key;
    copy = new DraftCopy(cache, this);
  }

  @Override
  public synchronized void write(int value) throws IOException {
    file.write(value);
    copy.add(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      file.write(bytes, offset, length);
    } catch (IOException | RuntimeException | Error e) {
      copy.drop();
      throw e;
    }
    copy.add(bytes, offset, length);
  }

  @Override
  public void flush() throws IOException {
    file.flush();
  }

  @Override
  public void hflush() throws IOException {
    file.hflush();
  }

  @Override
  public void hsync() throws IOException {
    file.hsync();
  }

  /** Identifies the file before it is closed: until then its inode is not used for another. */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    Optional<Object> known = Optional.empty();
    try (file) {
      file.flush();
      if (copy.isComplete()) {
        known = key.get(copy.length());
      }
    } catch (IOException | RuntimeException | Error e) {
      copy.drop();
      throw e;
    }
    copy.keep(known);
  }

  @Override
  public boolean hasCapability(String capability) {
    return file.hasCapability(capability);
  }

  @Override
  public IOStatistics getIOStatistics() {
    return IOStatisticsSupport.retrieveIOStatistics(file);
  }
}
