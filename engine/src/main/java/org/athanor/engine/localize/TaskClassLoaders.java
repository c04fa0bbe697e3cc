// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.ApplicationClassLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The class loaders of one job's tasks. Hadoop gives each task a JVM, so user code with static
 * state works there; here each engine thread has a loader of its own for the job's classes.
 *
 * <p>{@value #ISOLATION_KEY}: with {@code classloader} (the default) a job's jar and libjars are
 * loaded once per thread. A job without a jar has its classes on the application's class path and
 * shares them with the application, as with Hadoop's local runner, because unit tests look at the
 * statics of their mappers; if the key is set explicitly, the class path entries of its mapper,
 * reducer, combiner, partitioner and formats count as its jar. With {@code shared} all threads use
 * one loader, and classes that the application has are the application's; jobs with native
 * libraries of their own need this, since a JVM loads a library for one loader only.
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

  private final List<URL> urls;
  private final ClassLoader parent;
  private final boolean isolated;
  private final FrameworkClasses framework;
  private final Predicate<String> parentFirst;
  private final String driver;
  private final Map<String, URLClassLoader> loaders = new ConcurrentHashMap<>();

  private TaskClassLoaders(
      Configuration conf, List<URL> urls, ClassLoader parent, boolean isolated) {
    this.urls = urls;
    this.parent = parent;
    this.isolated = isolated;
    framework = new FrameworkClasses(urls);
    parentFirst = systemClasses(conf);
    driver = DatabaseFormats.driver(conf);
  }

  /**
   * @param conf of the job; its class loader is the parent of those made here
   * @param classPath {@link JobLocalizer#classPath}
   * @throws IOException if {@value #ISOLATION_KEY} has a value that is not allowed
   */
  public static TaskClassLoaders create(Configuration conf, List<URL> classPath)
      throws IOException {
    String isolation = conf.getTrimmed(ISOLATION_KEY, CLASSLOADER);
    if (!isolation.equals(CLASSLOADER) && !isolation.equals(SHARED)) {
      throw new IOException(
          ISOLATION_KEY + "=" + isolation + ": must be " + CLASSLOADER + " or " + SHARED);
    }
    ClassLoader parent = conf.getClassLoader();
    boolean isolated = isolation.equals(CLASSLOADER);
    List<URL> urls = classPath;
    if (isolated && urls.isEmpty() && conf.get(ISOLATION_KEY) != null) {
      urls = JobClasses.classPath(conf, parent);
    }
    return new TaskClassLoaders(conf, urls, parent, isolated);
  }

  /** Classes that the job lists for Hadoop's own job class loader to take from the parent. */
  private static Predicate<String> systemClasses(Configuration conf) {
    String[] listed = conf.getTrimmedStrings(MRJobConfig.MAPREDUCE_JOB_CLASSLOADER_SYSTEM_CLASSES);
    if (listed.length == 0 || !conf.getBoolean(MRJobConfig.MAPREDUCE_JOB_CLASSLOADER, false)) {
      return name -> false;
    }
    List<String> names = Arrays.asList(listed);
    return name -> ApplicationClassLoader.isSystemClass(name, names);
  }

  /**
   * The loader for what {@code thread} does for this job, always the same one until {@link #close},
   * also for a thread of the same name that goes on in its place.
   */
  public ClassLoader loaderFor(Thread thread) {
    if (urls.isEmpty()) {
      return parent;
    }
    return isolated
        ? loaders.computeIfAbsent(thread.getName(), this::isolatedLoader)
        : loaders.computeIfAbsent(
            SHARED, key -> new URLClassLoader(SHARED, urls.toArray(URL[]::new), parent));
  }

  private URLClassLoader isolatedLoader(String name) {
    return new JobClassLoader(name, urls, parent, framework, parentFirst, driver);
  }

  /** Whether threads have loaders of their own. */
  public boolean isolates() {
    return isolated && !urls.isEmpty();
  }

  /**
   * Closes the loaders, and has Hadoop forget their classes. No thread may use classes of the job
   * any more.
   */
  @Override
  public void close() {
    HadoopCaches.forget(loaders.values());
    UrlHandlers.forget(loaders.values());
    for (URLClassLoader loader : loaders.values()) {
      try {
        loader.close();
      } catch (IOException e) {
        LOG.warn("class loader {} stays open: {}", loader.getName(), e.toString());
      }
    }
    loaders.clear();
  }
}
