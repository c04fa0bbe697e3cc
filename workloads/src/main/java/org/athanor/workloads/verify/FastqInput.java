// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/** Reads of FASTQ, four lines each, in the order of the input; empty lines at the end of a file. */
final class FastqInput {
  private final Configuration configuration;
  private final Path input;

  FastqInput(Configuration configuration, Path input) {
    this.configuration = configuration;
    this.input = input;
  }

  /** A read; lines without their first characters and ends. */
  record Sample(String name, String bases, String qualities) {}

  /** Receives reads. */
  interface Consumer {
    void accept(Sample read) throws IOException;
  }

  private List<FileStatus> files() throws IOException {
    FileSystem files = input.getFileSystem(configuration);
    return Arrays.stream(files.listStatus(input))
        .filter(file -> file.isFile() && !file.getPath().getName().matches("[._].*"))
        .sorted(Comparator.comparing(FileStatus::getPath))
        .toList();
  }

  /** Returns the bytes of all files as they are stored. */
  long bytes() throws IOException {
    return files().stream().mapToLong(FileStatus::getLen).sum();
  }

  private static boolean onlyEmptyLines(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    while (line != null && line.isEmpty()) {
      line = lines.readLine();
    }
    return line == null;
  }

  void read(Consumer consumer) throws IOException {
    CompressionCodecFactory codecs = new CompressionCodecFactory(configuration);
    for (FileStatus file : files()) {
      Path path = file.getPath();
      CompressionCodec codec = codecs.getCodec(path);
      try (InputStream raw = path.getFileSystem(configuration).open(path);
          InputStream in = codec == null ? raw : codec.createInputStream(raw);
          BufferedReader lines =
              new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        for (String name = lines.readLine(); name != null; name = lines.readLine()) {
          if (name.isEmpty() && onlyEmptyLines(lines)) {
            break;
          }
          String bases = lines.readLine();
          String separator = lines.readLine();
          String qualities = lines.readLine();
          if (separator == null || !name.startsWith("@") || !separator.startsWith("+")) {
            throw new IOException(path + ": read " + name + " is not in FASTQ");
          }
          consumer.accept(new Sample(name.substring(1), bases, qualities == null ? "" : qualities));
        }
      }
    }
  }
}
