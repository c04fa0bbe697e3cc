// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The file that {@value UserGroupInformation#HADOOP_TOKEN_FILE_LOCATION} names in a container, from
 * which code of jobs, and processes that it starts, take their credentials. YARN has written those
 * of the container there, with the session's secret; this class replaces them by those of the jobs
 * that are open, of the latest one if two differ. All of them are the same user's. Thread-safe.
 */
final class TokenFile {
  private final Path file; // null if there is none

  @GuardedBy("this")
  private final Map<JobID, Credentials> jobs = new LinkedHashMap<>();

  /**
   * @param file null if there is none, as in a process that YARN has not started
   */
  TokenFile(Path file) {
    this.file = file;
  }

  /** Returns the file of this process. */
  static TokenFile ofProcess() {
    String name = System.getenv(UserGroupInformation.HADOOP_TOKEN_FILE_LOCATION);
    return new TokenFile(name == null ? null : Path.of(name));
  }

  /** Replaces what YARN has written by nothing. */
  synchronized void clear() throws IOException {
    jobs.clear();
    write();
  }

  synchronized void add(JobID job, Credentials credentials) throws IOException {
    jobs.put(job, credentials);
    write();
  }

  synchronized void remove(JobID job) throws IOException {
    if (jobs.remove(job) != null) {
      write();
    }
  }

  /** Replaces the file at once, so that nobody reads a part of it. */
  @GuardedBy("this")
  private void write() throws IOException {
    if (file == null) {
      return;
    }
    Credentials all = new Credentials();
    jobs.values().forEach(all::addAll);
    Path made =
        Files.createTempFile(
            file.toAbsolutePath().getParent(),
            "tokens",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(made))) {
        all.writeTokenStorageToStream(out);
      }
      Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(made);
    }
  }
}
