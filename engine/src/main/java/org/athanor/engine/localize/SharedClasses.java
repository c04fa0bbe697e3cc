// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.util.Set;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;

/**
 * The classes that tasks share with the engine, whichever jar brings them: Hadoop's own, the
 * engine's, and those of logging. Two {@code org.apache.hadoop.io.Text} in one JVM cannot work
 * together.
 *
 * <p>A name decides, and that the loader of Hadoop's classes has the class. Hadoop's own are those
 * of the packages that its jars {@code hadoop-common}, {@code hadoop-mapreduce-client-*}, {@code
 * hadoop-yarn-*} and {@code hadoop-hdfs-client} define. The projects that live beside them, such as
 * {@code org.apache.hadoop.hive} and {@code org.apache.hadoop.hbase}, and Hadoop's programs ({@code
 * examples}, {@code streaming}, {@code tools}) are applications like any other.
 *
 * <p>A class that somebody else puts into one of Hadoop's packages, usually to reach what is
 * visible only there, is shared too if Hadoop's loader has it: Java gives a package to one loader.
 */
final class SharedClasses {
  private static final String HADOOP = "org.apache.hadoop.";

  /**
   * Hadoop's own packages. The registry of metrics ({@code metrics2}), which takes a name once, is
   * not among them: each task has one for itself.
   */
  private static final Set<String> HADOOPS =
      Set.of(
          "classification",
          "conf",
          "crypto",
          "filecache",
          "fs",
          "ha",
          "hdfs",
          "http",
          "io",
          "ipc",
          "jmx",
          "log",
          "mapred",
          "mapreduce",
          "net",
          "nfs",
          "oncrpc",
          "portmap",
          "registry",
          "security",
          "service",
          "thirdparty",
          "tracing",
          "util",
          "yarn");

  /**
   * Parts of these packages that each task has for itself. Nothing else of Hadoop's gives them to a
   * task:
   *
   * <ul>
   *   <li>what looks for classes in the loader that it is in itself, and must find the task's:
   *       drivers of databases, classes of serialised objects, comparators, the splits and values
   *       of joins;
   *   <li>what has a library's types in its methods, as the task has that library for itself.
   * </ul>
   */
  private static final String[] OF_TASKS = {
    "org.apache.hadoop.fs.AvroFSInput",
    "org.apache.hadoop.io.file.tfile.",
    "org.apache.hadoop.io.serializer.JavaSerialization",
    "org.apache.hadoop.io.serializer.avro.",
    "org.apache.hadoop.mapred.join.",
    "org.apache.hadoop.mapred.lib.db.",
    "org.apache.hadoop.mapreduce.lib.db.",
    "org.apache.hadoop.mapreduce.lib.join.",
    "org.apache.hadoop.util.GenericOptionsParser"
  };

  private static final String[] OTHERS = {
    "org.athanor.engine.",
    "org.athanor.topology.",
    "org.slf4j.",
    "org.apache.log4j.",
    "org.apache.logging.",
    "org.apache.commons.logging.",
    "ch.qos.logback."
  };

  private static final ClassLoader LOADER = Configuration.class.getClassLoader();

  private SharedClasses() {}

  /** Returns the loader of Hadoop's classes, which has all that is shared. */
  static ClassLoader loader() {
    return LOADER;
  }

  /**
   * Finds a class that is shared.
   *
   * @param name binary name
   * @return null if a task has to load the class itself
   */
  static Class<?> find(String name) {
    if (!isNamed(name)) {
      return null;
    }
    try {
      return LOADER.loadClass(name);
    } catch (ClassNotFoundException e) {
      return null; // somebody else's, in a package of Hadoop's or of a logging library's
    }
  }

  /** Whether the class is shared if the loader of Hadoop's classes has it. */
  static boolean isNamed(String name) {
    return name.startsWith(HADOOP) ? isHadoops(name) : startsWithOneOf(OTHERS, name);
  }

  private static boolean isHadoops(String name) {
    int end = name.indexOf('.', HADOOP.length());
    return end < 0
        ? name.equals(HadoopIllegalArgumentException.class.getName())
        : HADOOPS.contains(name.substring(HADOOP.length(), end))
            && !startsWithOneOf(OF_TASKS, name);
  }

  private static boolean startsWithOneOf(String[] prefixes, String name) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
