// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.athanor.scheduler.launch.AttemptOutput;

/**
 * Prints files that grow, each byte once. Of several files, a line before each part says which one
 * it is of, as tail(1) does. One thread; memory for one block.
 */
final class LogPrinter {
  private static final int BLOCK_BYTES = 64 << 10;

  private final List<Path> files;
  private final long[] printed; // up to where, in bytes
  private final PrintStream out;
  private int last = -1; // the file whose part was printed last
  private boolean isInLine;

  /**
   * Makes it.
   *
   * @param tail so many lines of each file that are there now; empty for all
   */
  LogPrinter(List<Path> files, OptionalLong tail, PrintStream out) throws IOException {
    this.files = List.copyOf(files);
    this.printed = new long[files.size()];
    this.out = out;
    for (int i = 0; i < files.size() && tail.isPresent(); i++) {
      printed[i] = AttemptOutput.startOfLast(files.get(i), tail.getAsLong());
    }
  }

  /** Prints what is new. */
  void printNew() throws IOException {
    for (int i = 0; i < files.size(); i++) {
      try (SeekableByteChannel channel = Files.newByteChannel(files.get(i))) {
        if (channel.size() > printed[i]) {
          heading(i);
          channel.position(printed[i]);
          copy(i, Channels.newInputStream(channel));
        }
      }
    }
    out.flush();
  }

  private void heading(int file) {
    if (files.size() > 1 && last != file) {
      out.print((isInLine ? "\n" : "") + "==> " + files.get(file) + " <==\n");
      isInLine = false;
    }
    last = file;
  }

  private void copy(int file, InputStream in) throws IOException {
    byte[] block = new byte[BLOCK_BYTES];
    int read = in.read(block);
    while (read > 0 && !out.checkError()) {
      out.write(block, 0, read);
      printed[file] += read;
      isInLine = block[read - 1] != '\n';
      read = in.read(block);
    }
  }
}
