// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/** The files of an input, in the order of their names, as text. */
final class InputFiles {
  private final Configuration configuration;
  private final Path input;

  InputFiles(Configuration configuration, Path input) {
    this.configuration = configuration;
    this.input = input;
  }

  private List<FileStatus> all() throws IOException {
    return Parts.visible(input.getFileSystem(configuration), input);
  }

  /** Returns the bytes of all files as they are stored. */
  long bytes() throws IOException {
    return all().stream().mapToLong(FileStatus::getLen).sum();
  }

  /** Receives the files. */
  interface Consumer {
    /** Receives a file, decompressed according to its name. */
    void accept(Path file, BufferedReader lines) throws IOException;
  }

  void read(Consumer consumer) throws IOException {
    CompressionCodecFactory codecs = new CompressionCodecFactory(configuration);
    for (FileStatus file : all()) {
      Path path = file.getPath();
      CompressionCodec codec = codecs.getCodec(path);
      try (InputStream raw = path.getFileSystem(configuration).open(path);
          InputStream in = codec == null ? raw : codec.createInputStream(raw);
          BufferedReader lines =
              new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        consumer.accept(path, lines);
      }
    }
  }
}
