// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.gimv;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.function.LongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What a driver writes and reads on its local disk, from where it copies it to the jobs' file
 * system, and back. The files are temporary.
 */
final class LocalFiles {
  private final Configuration configuration;

  LocalFiles(Configuration configuration) {
    this.configuration = configuration;
  }

  /**
   * Writes a vector, and copies it into a new directory.
   *
   * @param vertices number of elements; the ids are from 0
   */
  void copyVector(Path directory, long vertices, LongFunction<String> element) throws IOException {
    try (LocalDirectory local = new LocalDirectory(configuration)) {
      java.nio.file.Path file = local.file("vector");
      try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
        for (long id = 0; id < vertices; id++) {
          out.write(Long.toString(id));
          out.write('\t');
          out.write(element.apply(id));
          out.write('\n');
        }
      }
      FileSystem files = directory.getFileSystem(configuration);
      files.mkdirs(directory);
      files.copyFromLocalFile(new Path(file.toUri()), new Path(directory, "part-00000"));
    }
  }

  /** Copies the only part of a job's output, and returns its lines. */
  List<String> copyLines(Path directory) throws IOException {
    try (LocalDirectory local = new LocalDirectory(configuration)) {
      java.nio.file.Path copy = local.file("counts");
      // As a raw file: without a second file for its checksum.
      directory
          .getFileSystem(configuration)
          .copyToLocalFile(
              false, new Path(directory, "part-r-00000"), new Path(copy.toUri()), true);
      return Files.readAllLines(copy, StandardCharsets.US_ASCII);
    }
  }
}
