// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A directory for what a program keeps between its jobs: in {@code --work}, or beside the output,
 * and hidden from input formats. Closing removes it, as does the end of the JVM.
 */
public final class WorkDirectory implements AutoCloseable {
  private final FileSystem files;
  private final Path path;

  private WorkDirectory(FileSystem files, Path path) {
    this.files = files;
    this.path = path;
  }

  /** A name that nobody else has; the directory itself does not exist yet. */
  public static WorkDirectory of(
      Configuration configuration, JobArguments arguments, Class<?> program) throws IOException {
    Path parent =
        arguments.work().map(Path::new).orElseGet(() -> new Path(arguments.output()).getParent());
    FileSystem files = parent.getFileSystem(configuration);
    Path path =
        files.makeQualified(
            new Path(parent, "." + program.getSimpleName() + "-" + UUID.randomUUID()));
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
