// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.reads;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.program.UserFiles;
import org.athanor.workloads.usage.UsageException;

/** Files of reads as users name them. */
public final class ReadFiles extends UserFiles {
  private static final List<String> ENDINGS = List.of(".fastq", ".fq", ".fasta", ".fa", ".fna");

  public ReadFiles(Configuration configuration) {
    super(configuration);
  }

  /**
   * Returns the one format of some files, by their first lines.
   *
   * @throws UsageException if they have several
   */
  public ReadFormat format(List<Path> files) throws IOException {
    ReadFormat format = ReadFormat.of(configuration(), files.get(0));
    for (Path file : files) {
      if (ReadFormat.of(configuration(), file) != format) {
        throw new UsageException(
            file
                + ": is not "
                + format
                + " as "
                + files.get(0)
                + "; all files must have one format");
      }
    }
    return format;
  }

  /** Receives reads. */
  public interface Consumer {
    /** Receives a read, which is reused for the next. */
    void accept(Read read) throws IOException;
  }

  /** Reads all reads of some files. */
  public void forEach(List<Path> files, ReadFormat format, Consumer consumer) throws IOException {
    Read read = new Read();
    for (Path file : files) {
      long length = file.getFileSystem(configuration()).getFileStatus(file).getLen();
      try (ReadScanner scanner = ReadScanner.open(configuration(), file, 0, length, format)) {
        while (scanner.next(read)) {
          consumer.accept(read);
        }
      }
    }
  }

  /** Returns a path beside the input: {@code reads.unique.fastq} for {@code reads.fq.gz}. */
  public Path beside(Path input, String what, String extension) throws IOException {
    return beside(input, ENDINGS, what, extension);
  }
}
