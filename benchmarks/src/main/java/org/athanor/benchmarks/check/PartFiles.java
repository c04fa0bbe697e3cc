// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.check;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The {@code part-*} files of a job's output or input directory, in name order. */
record PartFiles(List<Path> paths) {
  private static final long MAX_SEGMENT_BYTES = 1_000_000_000;

  static PartFiles in(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return new PartFiles(
          entries
              .filter(path -> path.getFileName().toString().startsWith("part-"))
              .sorted()
              .collect(Collectors.toList()));
    }
  }

  /** Maps a file piece by piece; each piece but the last is a multiple of {@code unitBytes}. */
  static void forEachMapped(Path file, int unitBytes, Consumer<MappedByteBuffer> use)
      throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size % unitBytes != 0) {
        throw new IOException(file + ": " + size + " bytes are not a multiple of " + unitBytes);
      }
      long step = MAX_SEGMENT_BYTES - MAX_SEGMENT_BYTES % unitBytes;
      for (long at = 0; at < size; at += step) {
        use.accept(channel.map(FileChannel.MapMode.READ_ONLY, at, Math.min(step, size - at)));
      }
    }
  }
}
