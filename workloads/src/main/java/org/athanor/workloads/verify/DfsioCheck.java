// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.LineReader;

/**
 * Checks TestDFSIO: sizes and every byte of its files {@code io_data/test_io_0 …}, and that its
 * reading job reports that it has read all bytes.
 *
 * <p>TestDFSIO fills a buffer with a pattern and writes it repeatedly. The tested releases create a
 * new buffer before they write, so all bytes are 0. Both are right, but all files must have the
 * same content.
 */
public final class DfsioCheck implements Check {
  private static final int BUFFER = 1_000_000;

  private final FileSystem files;
  private final Path output;
  private final int count;
  private final long fileBytes;

  public DfsioCheck(Configuration configuration, Path output, int count, long fileBytes)
      throws IOException {
    this.files = output.getFileSystem(configuration);
    this.output = output;
    this.count = count;
    this.fileBytes = fileBytes;
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    Path data = new Path(output, "io_data");
    if (!files.exists(data)) {
      throw new WrongOutputException(data + ": there are no files");
    }
    int found = files.listStatus(data, path -> path.getName().startsWith("test_io_")).length;
    if (found != count) {
      throw new WrongOutputException(data + ": has " + found + " files; must have " + count);
    }
    byte[] expected = buffer(new Path(data, "test_io_0"));
    List<Callable<String>> checks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Path file = new Path(data, "test_io_" + i);
      checks.add(() -> wrong(file, expected));
    }
    for (String wrong : Splits.inParallel(checks)) {
      if (!wrong.isEmpty()) {
        throw new WrongOutputException(wrong);
      }
    }
    checkReport();
    return count + " files of " + fileBytes + " bytes, written and read";
  }

  /**
   * Returns the buffer that was written repeatedly: the pattern or zeros, depending on the first
   * byte.
   */
  private byte[] buffer(Path file) throws IOException {
    byte[] buffer = new byte[BUFFER];
    boolean pattern = false;
    if (files.exists(file)) {
      try (InputStream in = files.open(file)) {
        pattern = in.read() == '0';
      }
    }
    for (int i = 0; pattern && i < BUFFER; i++) {
      buffer[i] = (byte) ('0' + i % 50);
    }
    return buffer;
  }

  /** Returns what is wrong with a file; empty if nothing is. */
  private String wrong(Path file, byte[] expected) throws IOException {
    if (!files.exists(file)) {
      return file.getName() + ": is missing";
    }
    FileStatus status = files.getFileStatus(file);
    if (status.getLen() != fileBytes) {
      return file.getName() + ": has " + status.getLen() + " bytes; must have " + fileBytes;
    }
    byte[] buffer = new byte[BUFFER];
    try (DataInputStream in = new DataInputStream(files.open(file))) {
      for (long offset = 0; offset < fileBytes; offset += BUFFER) {
        int length = (int) Math.min(BUFFER, fileBytes - offset);
        in.readFully(buffer, 0, length);
        int different = Arrays.mismatch(buffer, 0, length, expected, 0, length);
        if (different >= 0) {
          return String.format(
              Locale.ROOT,
              "%s: byte %d is %d; must be %d",
              file.getName(),
              offset + different,
              buffer[different],
              expected[different]);
        }
      }
    }
    return "";
  }

  private void checkReport() throws IOException, WrongOutputException {
    Path report = new Path(output, "io_read/part-00000");
    if (!files.exists(report)) {
      throw new WrongOutputException(report + ": is missing; nothing was read");
    }
    long read = -1;
    try (LineReader lines = new LineReader(files.open(report))) {
      Text line = new Text();
      while (lines.readLine(line) > 0) {
        String[] fields = line.toString().split("\t", -1);
        if (fields[0].equals("l:size") && fields.length == 2) {
          read = bytes(fields[1]);
        }
      }
    }
    if (read != count * fileBytes) {
      throw new WrongOutputException(
          "io_read/part-00000: " + read + " bytes read; must be " + count * fileBytes);
    }
  }

  private static long bytes(String text) throws WrongOutputException {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException notANumber) {
      throw new WrongOutputException(
          "io_read/part-00000: \"" + Records.shown(text) + "\" bytes read; must be a number");
    }
  }
}
