// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.reads;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.athanor.workloads.usage.UsageException;

/** Files of reads as users name them. */
public final class ReadFiles {
  private static final int BUFFER = 1 << 17;
  private static final List<String> COMPRESSED = List.of(".gz", ".bz2");
  private static final List<String> ENDINGS = List.of(".fastq", ".fq", ".fasta", ".fa", ".fna");

  private final Configuration configuration;

  public ReadFiles(Configuration configuration) {
    this.configuration = configuration;
  }

  /**
   * Returns the files of an input, which is one file or those in a directory, in the order of their
   * names, with scheme and authority.
   *
   * @throws UsageException if there are none
   */
  public List<Path> of(Path input) throws IOException {
    FileSystem files = input.getFileSystem(configuration);
    if (!files.exists(input)) {
      throw new UsageException(input + ": does not exist");
    }
    List<Path> found =
        Arrays.stream(files.listStatus(input))
            .filter(FileStatus::isFile)
            .map(FileStatus::getPath)
            .filter(file -> !file.getName().matches("[._].*"))
            .sorted(Comparator.comparing(Path::getName))
            .toList();
    if (found.isEmpty()) {
      throw new UsageException(input + ": has no files of reads");
    }
    return found;
  }

  /** Returns a path beside the input: {@code reads.unique.fastq} for {@code reads.fq.gz}. */
  public Path beside(Path input, String what, String extension) throws IOException {
    Path whole = input.getFileSystem(configuration).makeQualified(input);
    String name = without(ENDINGS, without(COMPRESSED, whole.getName()));
    return new Path(whole.getParent(), name + "." + what + extension);
  }

  private static String without(List<String> endings, String name) {
    return endings.stream()
        .filter(ending -> name.endsWith(ending) && name.length() > ending.length())
        .findFirst()
        .map(ending -> name.substring(0, name.length() - ending.length()))
        .orElse(name);
  }

  /**
   * Concatenates files to one, which appears as a whole. It is compressed if its name says so.
   *
   * @param unfinished a path in the same file system, which becomes the result
   */
  public void concatenate(List<Path> parts, Path unfinished, Path result) throws IOException {
    FileSystem files = result.getFileSystem(configuration);
    CompressionCodec codec = new CompressionCodecFactory(configuration).getCodec(result);
    try (OutputStream raw = files.create(unfinished);
        OutputStream out = codec == null ? raw : codec.createOutputStream(raw)) {
      for (Path part : parts) {
        try (InputStream in = files.open(part)) {
          IOUtils.copyBytes(in, out, BUFFER, false);
        }
      }
    }
    if (files.exists(result) || !files.rename(unfinished, result)) {
      throw new IOException(result + ": exists; the output must be a new file");
    }
  }
}
