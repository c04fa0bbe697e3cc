// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The users that a job's tasks run as. Hadoop caches one file-system object per user and process,
 * and each of its tasks has a process of its own, so a task that closes its file system affects no
 * other. Here each engine thread runs the job as its own instance of the user, with the job's
 * tokens, and therefore has its own file systems, which are closed with the job. A submitter who
 * has logged in by Kerberos in this process is used by all threads, because tokens alone could not
 * do all that the login can. Thread-safe.
 */
final class TaskUsers implements AutoCloseable {
  private final UserGroupInformation submitter;
  private final Credentials credentials;
  private final Map<String, UserGroupInformation> users = new ConcurrentHashMap<>();

  TaskUsers(UserGroupInformation submitter, Credentials credentials) {
    this.submitter = submitter;
    this.credentials = credentials;
  }

  /** Returns the user for a thread, and for a later thread of the same name that replaces it. */
  UserGroupInformation userFor(Thread thread) {
    return submitter.hasKerberosCredentials()
        ? submitter
        : users.computeIfAbsent(thread.getName(), unused -> newUser());
  }

  private UserGroupInformation newUser() {
    UserGroupInformation user = UserGroupInformation.createRemoteUser(submitter.getUserName());
    user.addCredentials(submitter.getCredentials());
    user.addCredentials(credentials);
    return user;
  }

  /** Closes the file systems of all threads. The job's tasks must have ended, or be abandoned. */
  @Override
  public void close() throws IOException {
    for (UserGroupInformation user : users.values()) {
      FileSystem.closeAllForUGI(user);
    }
    users.clear();
  }
}
