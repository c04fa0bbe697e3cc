// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Where submitters write a job's files. Thread-safe. */
interface Staging {
  FileSystem fileSystem();

  /**
   * Returns the directory for submissions. If it does not exist, the submitter makes it, private to
   * its user.
   *
   * @throws IOException if there can be no such directory; the message says why
   */
  Path directory() throws IOException;

  /**
   * Returns the directory for {@link JobFiles}; it is of no use if the file system is not local.
   */
  Path jobFiles() throws IOException;

  /**
   * Returns the system directory, on the file system of {@link #directory}, because Hadoop's
   * submitter uses one file system object for both.
   */
  Path systemDirectory();
}
