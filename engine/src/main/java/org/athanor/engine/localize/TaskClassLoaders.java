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
 * The class loaders of one job's tasks. On Hadoop each task has its own JVM, so user code with
 * static state works. Here each engine thread has its own class loader.
 *
 * <p>The value of {@value #ISOLATION_KEY} decides. With {@code classloader} (the default) each
 * thread loads the same classes as a new JVM with the driver's class path and the job's jar and
 * libjars, except for {@link SharedClasses} and the JDK's. A job without classes of its own shares
 * the driver's classes unless the key is set explicitly: unit tests read the statics of their
 * mappers, which works with Hadoop's local runner. With {@code shared} all threads use one loader,
 * and a class that the driver has is the driver's. Jobs with native libraries of their own need
 * {@code shared}, because a JVM loads a library for one class loader only.
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
   * Creates the class loaders of one job.
   *
   * @param conf the job's configuration; its class loader is the parent of the new ones
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
   * Returns the class loader for operations of this job on {@code thread}. Until {@link #close} it
   * is the same for all threads of the same name, because a new thread may replace another.
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

  /** Returns whether each thread has its own class loader. */
  public boolean isolates() {
    return isolated;
  }

  /**
   * Closes the loaders, and removes their classes from caches of Hadoop and the JDK. No thread may
   * use classes of the job any more.
   */
  @Override
  public void close() {
    HadoopCaches.remove(loaders.values());
    UrlHandlers.remove(loaders.values());
    if (!loaders.isEmpty()) {
      ManagedBeans.unregister(loaders.values());
    }
    loaders.forEach(TaskClassLoaders::close);
    close("of the class path", classPath);
    loaders.clear();
  }

  private static void close(String name, Closeable loader) {
    try {
      loader.close();
    } catch (IOException e) {
      LOG.warn("class loader {} could not be closed: {}", name, e.toString());
    }
  }
}
