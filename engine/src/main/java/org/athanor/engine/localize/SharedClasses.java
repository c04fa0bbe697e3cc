// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.util.Set;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;

/**
 * The classes that tasks share with the engine, whichever jar contains them: Hadoop's own, the
 * engine's, and those of logging. They must be shared, because two classes {@code
 * org.apache.hadoop.io.Text} in one JVM cannot work together.
 *
 * <p>A class is shared if its name is among the names below and the loader of Hadoop's classes has
 * it. Hadoop's own packages are those of the jars {@code hadoop-common}, {@code
 * hadoop-mapreduce-client-*}, {@code hadoop-yarn-*} and {@code hadoop-hdfs-client}. Other projects
 * with similar names, such as {@code org.apache.hadoop.hive} and {@code org.apache.hadoop.hbase},
 * and Hadoop's programs ({@code examples}, {@code streaming}, {@code tools}) are applications.
 *
 * <p>Some projects put classes into Hadoop's packages, usually to access package-private members.
 * Such a class is shared too if Hadoop's loader has it, because that access works only between
 * classes of one loader.
 */
final class SharedClasses {
  private static final String HADOOP = "org.apache.hadoop.";

  /**
   * Hadoop's own packages, without {@code org.apache.hadoop.}. The registry of metrics ({@code
   * metrics2}) is not among them: it accepts each name only once, so each task needs its own.
   */
  private static final Set<String> HADOOP_PACKAGES =
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
   * Prefixes of classes in these packages that each task loads itself. Shared classes of Hadoop
   * pass no objects of these classes to a task. There are two kinds:
   *
   * <ul>
   *   <li>classes that look up other classes in their own class loader and must find those of the
   *       task: database drivers, classes of serialised objects, comparators, splits and values of
   *       joins;
   *   <li>classes whose methods have types of a library that the task loads itself.
   * </ul>
   */
  private static final String[] NOT_SHARED = {
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

  private static final String[] OTHER_PREFIXES = {
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

  /** Returns the loader of Hadoop's classes, which has all shared classes. */
  static ClassLoader loader() {
    return LOADER;
  }

  /**
   * Finds a shared class.
   *
   * @param name binary name
   * @return null if the class is not shared, so that a task must load it itself
   */
  static Class<?> find(String name) {
    if (!isNamed(name)) {
      return null;
    }
    try {
      return LOADER.loadClass(name);
    } catch (ClassNotFoundException e) {
      return null; // another project's class in a package of Hadoop or of a logging library
    }
  }

  /** Returns whether the class is shared, provided that the loader of Hadoop's classes has it. */
  static boolean isNamed(String name) {
    return name.startsWith(HADOOP) ? isHadoopClass(name) : startsWithOneOf(OTHER_PREFIXES, name);
  }

  private static boolean isHadoopClass(String name) {
    int end = name.indexOf('.', HADOOP.length());
    return end < 0
        ? name.equals(HadoopIllegalArgumentException.class.getName())
        : HADOOP_PACKAGES.contains(name.substring(HADOOP.length(), end))
            && !startsWithOneOf(NOT_SHARED, name);
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
