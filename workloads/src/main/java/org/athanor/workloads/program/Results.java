// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileAlreadyExistsException;

/**
 * The files or directories that a program makes. They are written in a hidden directory beside
 * them, so that they are in their file system, and appear when all of them are complete. What has
 * not been published is removed when this is closed. Not thread-safe.
 */
public final class Results implements AutoCloseable {
  private final Configuration configuration;
  private final Class<?> program;
  private final List<Path> paths;
  private final Map<Path, WorkDirectory> hidden = new LinkedHashMap<>();

  private Results(Configuration configuration, List<Path> paths, Class<?> program) {
    this.configuration = configuration;
    this.paths = List.copyOf(paths);
    this.program = program;
  }

  /**
   * Prepares results; makes the directories in which they will be.
   *
   * @param paths of the results, different ones
   * @throws FileAlreadyExistsException if one exists; nothing is made then
   */
  public static Results of(Configuration configuration, List<Path> paths, Class<?> program)
      throws IOException {
    Results results = new Results(configuration, paths, program);
    for (Path path : results.paths) {
      results.requireNew(path);
    }
    try {
      results.makeDirectories();
      return results;
    } catch (IOException | RuntimeException failed) {
      results.closeAfter(failed);
      throw failed;
    }
  }

  private void makeDirectories() throws IOException {
    for (Path path : paths) {
      if (!hidden.containsKey(path.getParent())) {
        hidden.put(path.getParent(), WorkDirectory.in(configuration, path.getParent(), program));
      }
    }
  }

  private FileSystem files(Path path) throws IOException {
    return path.getFileSystem(configuration);
  }

  private void requireNew(Path path) throws IOException {
    if (files(path).exists(path)) {
      throw new FileAlreadyExistsException(path + ": exists; the output must be new");
    }
  }

  /** Returns the path at which a result is to be written; it does not exist yet. */
  public Path unfinished(int index) {
    Path path = paths.get(index);
    return new Path(hidden.get(path.getParent()).path(), path.getName());
  }

  /**
   * Gives all results their names.
   *
   * @throws IOException if one cannot get its name; then there is none
   */
  public void publish() throws IOException {
    List<Path> published = new ArrayList<>();
    try {
      for (int i = 0; i < paths.size(); i++) {
        Path path = paths.get(i);
        requireNew(path);
        if (!files(path).rename(unfinished(i), path)) {
          throw new IOException(
              path + ": could not be renamed from " + unfinished(i) + ", which is removed");
        }
        published.add(path);
      }
    } catch (IOException | RuntimeException failed) {
      for (Path path : published) {
        withdraw(path, failed);
      }
      throw failed;
    }
  }

  private void withdraw(Path path, Exception failed) {
    try {
      files(path).delete(path, true);
    } catch (IOException left) {
      failed.addSuppressed(left);
    }
  }

  private void closeAfter(Exception failed) {
    try {
      close();
    } catch (IOException left) {
      failed.addSuppressed(left);
    }
  }

  @Override
  public void close() throws IOException {
    IOException first = null;
    for (WorkDirectory directory : hidden.values()) {
      try {
        directory.close();
      } catch (IOException failed) {
        if (first == null) {
          first = failed;
        } else {
          first.addSuppressed(failed);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
