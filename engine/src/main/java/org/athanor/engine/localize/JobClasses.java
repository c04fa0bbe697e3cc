// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** Finds the class path entries of a job without a jar by the classes that it names. */
final class JobClasses {
  private static final String[] KEYS = {
    MRJobConfig.MAP_CLASS_ATTR,
    MRJobConfig.REDUCE_CLASS_ATTR,
    MRJobConfig.COMBINE_CLASS_ATTR,
    MRJobConfig.PARTITIONER_CLASS_ATTR,
    MRJobConfig.INPUT_FORMAT_CLASS_ATTR,
    MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR,
    "mapred.mapper.class",
    "mapred.reducer.class",
    "mapred.combiner.class",
    "mapred.partitioner.class",
    "mapred.map.runner.class"
  };

  private JobClasses() {}

  /**
   * Directories and jars, other than Hadoop's and the engine's, that hold the job's named classes.
   */
  static List<URL> classPath(Configuration conf, ClassLoader loader) {
    Set<String> excluded = new LinkedHashSet<>();
    for (Class<?> marker :
        List.of(Configuration.class, Job.class, org.slf4j.Logger.class, JobClasses.class)) {
      URL root = root(marker.getName(), marker.getClassLoader());
      if (root != null) {
        excluded.add(root.toString());
      }
    }
    Set<String> found = new LinkedHashSet<>();
    List<URL> urls = new ArrayList<>();
    for (String key : KEYS) {
      String name = conf.getTrimmed(key);
      URL root = name == null ? null : root(name, loader);
      if (root != null && !excluded.contains(root.toString()) && found.add(root.toString())) {
        urls.add(root);
      }
    }
    return urls;
  }

  /** The class path entry that holds a class; null if there is none or it has no URL of its own. */
  private static URL root(String className, ClassLoader loader) {
    String file = className.replace('.', '/') + ".class";
    URL url = loader.getResource(file);
    return url == null ? null : root(url, file);
  }

  /**
   * The class path entry that holds a file of the given name at {@code url}; null if it has no URL
   * of its own.
   */
  static URL root(URL url, String file) {
    String text = url.toString();
    try {
      if (url.openConnection() instanceof JarURLConnection inJar) {
        return inJar.getJarFileURL();
      }
      return text.startsWith("file:") && text.endsWith(file)
          ? new URL(text.substring(0, text.length() - file.length()))
          : null;
    } catch (IOException e) {
      return null;
    }
  }
}
