// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import java.security.PrivilegedExceptionAction;
import java.util.Optional;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.localize.TaskClassLoaders;
import org.athanor.engine.logs.JobLogs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a job's code as the job's user and with the job's class loader. Each thread has its own
 * instances of both. Thread-safe.
 */
public final class UserCode {
  private static final Logger LOG = LoggerFactory.getLogger(UserCode.class);

  private final JobID id;
  private final TaskClassLoaders loaders;
  private final TaskUsers users;
  private final JobLogs logs;

  UserCode(JobID id, TaskClassLoaders loaders, TaskUsers users, JobLogs logs) {
    this.id = id;
    this.loaders = loaders;
    this.users = users;
    this.logs = logs;
  }

  /** Calls the job's code. */
  @FunctionalInterface
  public interface Action {
    void run(ClassLoader loader) throws Exception;
  }

  /**
   * Runs code that belongs to no attempt. What it prints goes to the log of the job itself.
   *
   * @param failed the consequence of a failure, for its warning
   * @return why the action has failed; empty if it has not
   */
  public Optional<Failure> tryRun(String failed, Action action) {
    return logs.captureJob(
        () -> {
          try {
            run(action);
            return Optional.empty();
          } catch (Throwable e) {
            Failure failure = Failure.of(e);
            if (!failure.isStop()) {
              LOG.warn("{}: {}: {}", id, failed, failure.trace());
            }
            return Optional.of(failure);
          }
        });
  }

  /**
   * Runs code of the job and throws what it throws. The job's class loader stays the thread's
   * context class loader.
   */
  public void run(Action action) throws Exception {
    ClassLoader loader = loaders.loaderFor(Thread.currentThread());
    Thread.currentThread().setContextClassLoader(loader);
    UserGroupInformation user = users.userFor(Thread.currentThread());
    Exception[] thrown = new Exception[1];
    user.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              try {
                action.run(loader);
              } catch (Exception e) {
                thrown[0] = e;
              }
              return null;
            });
    if (thrown[0] != null) {
      throw thrown[0];
    }
  }
}
