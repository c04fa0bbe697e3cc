// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The bytes of a part file. Knows whether the file system has failed to read them: if it has not, a
 * reader of records or of compressed data that fails has met wrong content. Used by one thread.
 */
final class PartStream extends FSInputStream {
  private final Path file;
  private final FSDataInputStream in;
  private IOException failure; // of the file system; null if there was none

  PartStream(FileSystem files, FileStatus part) throws IOException {
    file = part.getPath();
    in = files.open(file);
  }

  Path file() {
    return file;
  }

  /**
   * Returns what is wrong with the content, by what its reader has thrown.
   *
   * @param records that were read before
   * @throws IOException the file system's failure, if that is why the reader has failed
   */
  WrongOutputException wrong(long records, Throwable thrown) throws IOException {
    if (failure != null) {
      throw failure;
    }
    String what = thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
    return new WrongOutputException(
        (file.getName() + ": cannot be read after record " + records + ": " + what)
            .replaceAll("\\s*\\R\\s*", "; "));
  }

  @Override
  public int read() throws IOException {
    try {
      return in.read();
    } catch (IOException | RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      return in.read(bytes, offset, length);
    } catch (IOException | RuntimeException e) {
      throw failed(e);
    }
  }

  private IOException failed(Exception thrown) {
    failure = thrown instanceof IOException e ? e : new IOException(thrown);
    return failure;
  }

  @Override
  public int available() throws IOException {
    try {
      return in.available();
    } catch (IOException | RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  public void seek(long position) throws IOException {
    try {
      in.seek(position);
    } catch (EOFException beyondTheEnd) {
      throw beyondTheEnd; // a reader's wish, by what the content says
    } catch (IOException | RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  public long getPos() throws IOException {
    return in.getPos();
  }

  @Override
  public boolean seekToNewSource(long position) throws IOException {
    try {
      return in.seekToNewSource(position);
    } catch (IOException | RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
