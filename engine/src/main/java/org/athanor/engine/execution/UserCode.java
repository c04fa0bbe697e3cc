// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.localize.TaskClassLoaders;

/**
 * Calls a job's code as the job's user and with the job's class loader, the calling thread's own
 * instances of both. Thread-safe.
 */
final class UserCode {
  private final TaskClassLoaders loaders;
  private final TaskUsers users;

  UserCode(TaskClassLoaders loaders, TaskUsers users) {
    this.loaders = loaders;
    this.users = users;
  }

  /** What calls the job's code. */
  @FunctionalInterface
  interface Action {
    void run(ClassLoader loader) throws Exception;
  }

  /**
   * Throws what the action throws; the job's class loader stays the thread's context class loader.
   */
  void run(Action action) throws Exception {
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
