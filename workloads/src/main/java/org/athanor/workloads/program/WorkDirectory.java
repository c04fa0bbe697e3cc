// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A directory for the intermediate data of a program: in {@code --work}, or in the parent directory
 * of the output. It is hidden from input formats. It is removed when it is closed and at the end of
 * the JVM.
 */
public final class WorkDirectory implements AutoCloseable {
  private final FileSystem files;
  private final Path path;

  private WorkDirectory(FileSystem files, Path path) {
    this.files = files;
    this.path = path;
  }

  /** Makes a directory with a unique name. */
  public static WorkDirectory of(
      Configuration configuration, JobArguments arguments, Class<?> program) throws IOException {
    Path parent =
        arguments.work().map(Path::new).orElseGet(() -> new Path(arguments.output()).getParent());
    return in(configuration, parent, program);
  }

  /**
   * Makes a directory in {@code parent} with a unique name.
   *
   * @throws IOException if it cannot be made
   */
  public static WorkDirectory in(Configuration configuration, Path parent, Class<?> program)
      throws IOException {
    FileSystem files = parent.getFileSystem(configuration);
    Path path =
        files.makeQualified(
            new Path(parent, "." + program.getSimpleName() + "-" + UUID.randomUUID()));
    if (!files.mkdirs(path)) {
      throw new IOException(path + ": could not be made; a directory for intermediate data must");
    }
    // Hadoop refuses what does not exist.
    files.deleteOnExit(path);
    return new WorkDirectory(files, path);
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    files.delete(path, true);
    files.cancelDeleteOnExit(path);
  }
}
