// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.Closeable;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The class loaders of one job's tasks. Hadoop gives each task a JVM, so user code with static
 * state works there; here each engine thread has a loader of its own.
 *
 * <p>{@value #ISOLATION_KEY}: with {@code classloader} (the default) each thread loads anew all
 * that a new JVM with the driver's class path and the job's jar and libjars would, but {@link
 * SharedClasses} and the JDK's. A job that brings no classes shares the driver's, as with Hadoop's
 * local runner, because unit tests look at the statics of their mappers; if the key is set
 * explicitly, it does not. With {@code shared} all threads use one loader, and classes that the
 * driver has are the driver's; jobs with native libraries of their own need this, since a JVM loads
 * a library for one loader only.
 *
 * <p>A thread that runs a task of this job must, for as long as the task runs, use {@link
 * #loaderFor} both as its context class loader and as the class loader of the task's own copy of
 * the configuration. Thread-safe.
 */
public final class TaskClassLoaders implements AutoCloseable {
  public static final String ISOLATION_KEY = "athanor.task.isolation";
  public static final String CLASSLOADER = "classloader";
  public static final String SHARED = "shared";

  private static final Logger LOG = LoggerFactory.getLogger(TaskClassLoaders.class);

  private final TaskClassPath classPath;
  private final boolean isolated;
  private final boolean jobHasClasses;
  private final Map<String, URLClassLoader> loaders = new ConcurrentHashMap<>();

  private TaskClassLoaders(TaskClassPath classPath, boolean isolated) {
    this.classPath = classPath;
    this.isolated = isolated;
    jobHasClasses = classPath.urls().length > 0;
  }

  /**
   * @param conf of the job; its class loader is the parent of those made here
   * @param classPath {@link JobLocalizer#classPath}
   * @throws IOException if {@value #ISOLATION_KEY} has a value that is not allowed
   */
  public static TaskClassLoaders create(Configuration conf, List<URL> classPath)
      throws IOException {
    String isolation = conf.getTrimmed(ISOLATION_KEY);
    if (isolation != null && !isolation.equals(CLASSLOADER) && !isolation.equals(SHARED)) {
      throw new IOException(
          ISOLATION_KEY + "=" + isolation + ": must be " + CLASSLOADER + " or " + SHARED);
    }
    boolean isolated = isolation == null ? !classPath.isEmpty() : isolation.equals(CLASSLOADER);
    return new TaskClassLoaders(new TaskClassPath(classPath, conf), isolated);
  }

  /**
   * The loader for what {@code thread} does for this job, always the same one until {@link #close},
   * also for a thread of the same name that goes on in its place.
   */
  public ClassLoader loaderFor(Thread thread) {
    if (isolated) {
      return loaders.computeIfAbsent(thread.getName(), name -> new JobClassLoader(name, classPath));
    }
    return jobHasClasses
        ? loaders.computeIfAbsent(
            SHARED, name -> new URLClassLoader(name, classPath.urls(), classPath.driver()))
        : classPath.driver();
  }

  /** Whether threads have loaders of their own. */
  public boolean isolates() {
    return isolated;
  }

  /**
   * Closes the loaders, and has Hadoop forget their classes. No thread may use classes of the job
   * any more.
   */
  @Override
  public void close() {
    HadoopCaches.forget(loaders.values());
    UrlHandlers.forget(loaders.values());
    if (!loaders.isEmpty()) {
      ManagedBeans.forget(loaders.values());
    }
    loaders.forEach(TaskClassLoaders::close);
    close("of the class path", classPath);
    loaders.clear();
  }

  private static void close(String name, Closeable loader) {
    try {
      loader.close();
    } catch (IOException e) {
      LOG.warn("class loader {} stays open: {}", name, e.toString());
    }
  }
}
