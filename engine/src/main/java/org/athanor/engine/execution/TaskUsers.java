// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Whom a job's tasks run as. Hadoop keeps one file-system object per user and process, and tasks
 * there have processes of their own; code that closes the file system it was given harms nobody.
 * Here each engine thread runs the job as its own instance of the user, with the job's tokens, and
 * so has its own file systems; they are closed with the job. On a secure cluster the submitter's
 * own login is needed and used. Thread-safe.
 */
final class TaskUsers implements AutoCloseable {
  private final UserGroupInformation submitter;
  private final Credentials credentials;
  private final Map<String, UserGroupInformation> users = new ConcurrentHashMap<>();

  TaskUsers(UserGroupInformation submitter, Credentials credentials) {
    this.submitter = submitter;
    this.credentials = credentials;
  }

  /** Also for a thread of the same name that goes on in its place. */
  UserGroupInformation userFor(Thread thread) {
    return UserGroupInformation.isSecurityEnabled()
        ? submitter
        : users.computeIfAbsent(thread.getName(), unused -> newUser());
  }

  private UserGroupInformation newUser() {
    UserGroupInformation user = UserGroupInformation.createRemoteUser(submitter.getUserName());
    user.addCredentials(submitter.getCredentials());
    user.addCredentials(credentials);
    return user;
  }

  /**
   * Closes the file systems of all threads. The job's tasks have ended, or were left to themselves.
   */
  @Override
  public void close() throws IOException {
    for (UserGroupInformation user : users.values()) {
      FileSystem.closeAllForUGI(user);
    }
    users.clear();
  }
}
