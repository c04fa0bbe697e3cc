// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.gimv;

import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A temporary directory on the local disk that only its owner can read. It is removed, with what is
 * in it, when it is closed. Hadoop removes it before if the JVM is interrupted; unlike the JDK's
 * list of such files, Hadoop's ends with the driver, so that a session's JVM can run another one.
 */
final class LocalDirectory implements AutoCloseable {
  private final FileSystem files;
  private final java.nio.file.Path path;

  /** Makes a directory with a unique name. */
  LocalDirectory(Configuration configuration) throws IOException {
    files = FileSystem.getLocal(configuration);
    path = Files.createTempDirectory("athanor-gimv-");
    files.deleteOnExit(new Path(path.toUri()));
  }

  /** Returns the path of a file in it. */
  java.nio.file.Path file(String name) {
    return path.resolve(name);
  }

  @Override
  public void close() throws IOException {
    Path directory = new Path(path.toUri());
    files.delete(directory, true);
    files.cancelDeleteOnExit(directory);
  }
}
