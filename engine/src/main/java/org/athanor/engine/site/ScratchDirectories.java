// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.athanor.engine.files.PrivateDirectory;
import org.athanor.engine.intermediate.IntermediateDirectories;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job's private directories, one in each directory of {@code mapreduce.cluster.local.dir}. As in
 * Hadoop, a directory that cannot be used is left out, unless none can be used. Thread-safe.
 */
final class ScratchDirectories implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ScratchDirectories.class);

  private final List<PrivateDirectory> directories;

  private ScratchDirectories(List<PrivateDirectory> directories) {
    this.directories = directories;
  }

  /**
   * Makes the directories.
   *
   * @throws IOException if none can be made; the message gives the reason for each
   */
  static ScratchDirectories create(JobConf conf) throws IOException {
    List<PrivateDirectory> made = new ArrayList<>();
    List<IOException> failures = new ArrayList<>();
    for (String configured : conf.getTrimmedStrings(MRConfig.LOCAL_DIR)) {
      Path place = Path.of(new org.apache.hadoop.fs.Path(configured).toUri().getPath());
      try {
        made.add(PrivateDirectory.create(place, PrivateDirectory.Purpose.JOB, MRConfig.LOCAL_DIR));
      } catch (IOException e) {
        failures.add(e);
      }
    }
    if (made.isEmpty()) {
      throw noDirectory(failures);
    }
    for (IOException failure : failures) {
      LOG.warn("the job cannot use one of its local directories: {}", failure.getMessage());
    }
    return new ScratchDirectories(made);
  }

  private static IOException noDirectory(List<IOException> failures) {
    if (failures.isEmpty()) {
      return new IOException(
          MRConfig.LOCAL_DIR + " names no directory; map output cannot be spilled");
    }
    IOException first = failures.get(0);
    List<String> reasons = failures.stream().map(IOException::getMessage).toList();
    IOException all = new IOException(String.join("; ", reasons), first);
    failures.subList(1, failures.size()).forEach(all::addSuppressed);
    return all;
  }

  /** Absolute paths; at least one. */
  List<Path> paths() {
    return directories.stream().map(PrivateDirectory::path).toList();
  }

  Path first() {
    return directories.get(0).path();
  }

  /**
   * Returns the directory for intermediate data: of those on the devices that the job wants, the
   * one whose file system has the most space.
   */
  Path forIntermediateData(JobConf conf) {
    Path best = first();
    long most = -1;
    for (Path directory : new IntermediateDirectories().choose(conf, paths())) {
      long space = directory.toFile().getUsableSpace();
      if (space > most) {
        most = space;
        best = directory;
      }
    }
    return best;
  }

  /** Deletes the directories; logs a warning for one that cannot be deleted. */
  @Override
  public void close() {
    for (PrivateDirectory directory : directories) {
      try {
        directory.close();
      } catch (IOException e) {
        LOG.warn("scratch directory {} is left behind: {}", directory.path(), e.toString());
      }
    }
  }
}
