// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.usage.CommandLine;
import org.athanor.workloads.usage.UsageException;

/**
 * Measures a user's own input: {@code InputSize [--subdirectories true] URI} writes a line {@code
 * input N bytes}. Like Hadoop's input formats it leaves out files and directories whose names begin
 * with {@code _} or a dot, but not the one that the URI names. Without {@code --subdirectories
 * true} only the files directly in a directory count.
 *
 * <p>Exit status: 0 success, 1 failure, 2 wrong arguments.
 */
public final class InputSize {
  private static final String SUBDIRECTORIES = "subdirectories";

  private InputSize() {}

  public static void main(String[] args) {
    System.exit(run(new Configuration(), args));
  }

  /** Does the same as {@link #main} and returns the exit status. */
  static int run(Configuration configuration, String... args) {
    try {
      CommandLine line = new CommandLine(args);
      line.allow(List.of(SUBDIRECTORIES));
      if (line.operands().size() != 1) {
        throw new UsageException("usage: InputSize [--subdirectories true] URI");
      }
      boolean below = Boolean.parseBoolean(line.text(SUBDIRECTORIES).orElse("false"));
      long bytes = of(configuration, new Path(line.operands().get(0)), below);
      System.out.println("input " + bytes + " bytes");
      return 0;
    } catch (UsageException wrong) {
      System.err.println("InputSize: " + wrong.getMessage());
      return 2;
    } catch (IOException failed) {
      System.err.println("InputSize: " + failed.getMessage());
      return 1;
    }
  }

  /**
   * Returns the size of a file, or of the files in a directory, in bytes.
   *
   * @param below whether files in directories below count too
   */
  static long of(Configuration configuration, Path input, boolean below) throws IOException {
    FileSystem files = input.getFileSystem(configuration);
    FileStatus status = files.getFileStatus(input);
    return status.isDirectory() ? inDirectory(files, input, below) : status.getLen();
  }

  private static long inDirectory(FileSystem files, Path directory, boolean below)
      throws IOException {
    long bytes = 0;
    for (FileStatus file : files.listStatus(directory)) {
      if (file.getPath().getName().matches("[._].*")) {
        continue;
      }
      // listStatus of the local file system follows links; one to nowhere is left out there.
      if (!file.isDirectory()) {
        bytes += file.getLen();
      } else if (below) {
        bytes += inDirectory(files, file.getPath(), true);
      }
    }
    return bytes;
  }
}
