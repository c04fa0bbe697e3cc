// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.Closeable;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.ApplicationClassLoader;

/**
 * The class path of a job's tasks, as a new JVM for one task would have it: the driver's class
 * path, then the job's own jars. With {@code mapreduce.job.user.classpath.first} or {@code
 * mapreduce.job.classloader} the job's jars come first, as on YARN, except for the configuration
 * files of Hadoop and Log4j.
 *
 * <p>A class that is not on the class path of Hadoop itself is read from the job's copy of its jar,
 * if there is one, because the driver's jar may be replaced while the job runs. One instance serves
 * all tasks of a job. Thread-safe.
 */
final class TaskClassPath implements Closeable {
  private static final Pattern SETTINGS =
      Pattern.compile(
          "(core|hdfs|hdfs-rbf|yarn|mapred|resource-types)-(default|site)\\.xml|log4j.*");

  /** The protocol of URLs in the JDK's modules. */
  private static final String JDK = "jrt";

  /** JNA: on the class path for the engine's own use, so a job's own copy comes first. */
  private static final String JNA = "com.sun.jna.";

  /**
   * The file of a class.
   *
   * @param source the class path entry that contains the file; null if the entry has no URL
   */
  record ClassFile(URL url, URL source) {}

  private final List<URL> urls;
  private final URLClassLoader job;
  private final ClassLoader driver;
  private final Predicate<String> jobFirst;
  private final Map<String, ClassFile> found = new ConcurrentHashMap<>();

  /**
   * @param urls the job's own jars and directories
   * @param conf the job's configuration, whose class loader is the driver's
   */
  TaskClassPath(List<URL> urls, Configuration conf) {
    this.urls = List.copyOf(urls);
    this.job = new URLClassLoader(urls.toArray(URL[]::new), null);
    this.driver = conf.getClassLoader();
    this.jobFirst = jobFirst(conf);
  }

  /** Returns which names of classes and resources are looked up in the job's own jars first. */
  private static Predicate<String> jobFirst(Configuration conf) {
    if (conf.getBoolean(MRJobConfig.MAPREDUCE_JOB_CLASSLOADER, false)) {
      List<String> system =
          Arrays.asList(
              conf.getTrimmedStrings(
                  MRJobConfig.MAPREDUCE_JOB_CLASSLOADER_SYSTEM_CLASSES,
                  ApplicationClassLoader.SYSTEM_CLASSES_DEFAULT));
      return name -> !ApplicationClassLoader.isSystemClass(name, system);
    }
    boolean first = conf.getBoolean(MRJobConfig.MAPREDUCE_JOB_USER_CLASSPATH_FIRST, false);
    return name -> first || name.startsWith(JNA);
  }

  /** Returns the job's own jars and directories. */
  URL[] urls() {
    return urls.toArray(URL[]::new);
  }

  /** Returns the driver's loader. */
  ClassLoader driver() {
    return driver;
  }

  /**
   * Finds the file from which a task must load a class.
   *
   * @param name binary name
   * @return null if there is no such file, or if the class is the JDK's
   */
  ClassFile find(String name) {
    ClassFile known = found.get(name);
    if (known == null) {
      String file = name.replace('.', '/') + ".class";
      URL url = isOfJdk(file) ? null : locate(name, file);
      if (url == null || url.getProtocol().equals(JDK)) {
        return null;
      }
      known = new ClassFile(url, source(url, file));
      found.put(name, known);
    }
    return known;
  }

  /** Returns whether the JDK has the class, which then comes before that of any jar. */
  private static boolean isOfJdk(String file) {
    return ClassLoader.getPlatformClassLoader().getResource(file) != null;
  }

  private URL locate(String name, String file) {
    ClassLoader hadoop = SharedClasses.loader();
    boolean first = jobFirst.test(name);
    URL url = first ? job.findResource(file) : hadoop.getResource(file);
    if (url == null) {
      url = first ? hadoop.getResource(file) : job.findResource(file);
    }
    return url == null && driver != hadoop ? driver.getResource(file) : url;
  }

  /** Returns the class path entry that contains {@code file}, which was found at {@code url}. */
  private static URL source(URL url, String file) {
    String text = url.toString();
    try {
      if (url.openConnection() instanceof JarURLConnection inJar) {
        return inJar.getJarFileURL();
      }
      return text.endsWith(file) ? new URL(text.substring(0, text.length() - file.length())) : null;
    } catch (IOException e) {
      return null;
    }
  }

  /** Finds a resource, as {@link ClassLoader#getResource} does. */
  URL resource(String name) {
    boolean first = isJobFirst(name);
    URL url = first ? job.findResource(name) : driver.getResource(name);
    if (url != null) {
      return url;
    }
    return first ? driver.getResource(name) : job.findResource(name);
  }

  /** Finds all resources of a name, as {@link ClassLoader#getResources} does, each once. */
  Enumeration<URL> resources(String name) throws IOException {
    boolean first = isJobFirst(name);
    Map<String, URL> all = new LinkedHashMap<>();
    add(all, first ? job.findResources(name) : driver.getResources(name));
    add(all, first ? driver.getResources(name) : job.findResources(name));
    return Collections.enumeration(all.values());
  }

  private static void add(Map<String, URL> all, Enumeration<URL> urls) {
    while (urls.hasMoreElements()) {
      URL url = urls.nextElement();
      all.putIfAbsent(url.toString(), url);
    }
  }

  private boolean isJobFirst(String resource) {
    return !SETTINGS.matcher(resource).matches() && jobFirst.test(resource.replace('/', '.'));
  }

  /** Finds a resource in the job's own jars and directories only. */
  URL resourceOfJob(String name) {
    return job.findResource(name);
  }

  /** Finds all resources of a name in the job's own jars and directories only. */
  Enumeration<URL> resourcesOfJob(String name) throws IOException {
    return job.findResources(name);
  }

  @Override
  public void close() throws IOException {
    job.close();
  }
}
