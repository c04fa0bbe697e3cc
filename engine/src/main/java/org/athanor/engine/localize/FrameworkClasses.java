// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;

/**
 * Decides whether a class that a job brings is Hadoop's, the engine's or a logging library's and
 * must therefore be the one that the engine itself uses: two {@code org.apache.hadoop.io.Text} in
 * one JVM cannot work together.
 *
 * <p>The name alone does not tell ({@code org.apache.hadoop.examples.WordCount} is a user's
 * program). A class is the framework's if its name has one of the prefixes and Hadoop's own loader
 * finds it too, in another jar than the job's. The job's jar is a copy, made at submission, of one
 * that may be on Hadoop's class path: jars are compared by content. Thread-safe.
 */
final class FrameworkClasses {
  private static final String[] PREFIXES = {
    "org.apache.hadoop.",
    "org.slf4j.",
    "org.apache.log4j.",
    "org.apache.logging.",
    "org.apache.commons.logging.",
    "org.athanor.engine.",
    "org.athanor.topology."
  };

  private final ClassLoader framework;
  private final List<URL> jobUrls;
  // By the location of a class on Hadoop's class path: whether the job brought that jar itself.
  private final Map<String, Boolean> broughtByJob = new ConcurrentHashMap<>();

  FrameworkClasses(List<URL> jobUrls) {
    this(jobUrls, Configuration.class.getClassLoader());
  }

  FrameworkClasses(List<URL> jobUrls, ClassLoader framework) {
    this.jobUrls = jobUrls;
    this.framework = framework;
  }

  /**
   * @param name binary name of a class that the job's class path has
   */
  boolean contains(String name) {
    if (!hasPrefix(name)) {
      return false;
    }
    URL found = framework.getResource(name.replace('.', '/') + ".class");
    if (found == null) {
      return false;
    }
    Path jar = jarOf(found);
    return jar == null || !broughtByJob.computeIfAbsent(jar.toString(), key -> isOneOfTheJobs(jar));
  }

  private static boolean hasPrefix(String name) {
    for (String prefix : PREFIXES) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private boolean isOneOfTheJobs(Path jar) {
    for (URL url : jobUrls) {
      try {
        Path own = Path.of(url.toURI());
        if (Files.isRegularFile(own)
            && Files.size(own) == Files.size(jar)
            && Files.mismatch(own, jar) == -1) {
          return true;
        }
      } catch (IOException | URISyntaxException | FileSystemNotFoundException e) {
        // cannot be compared, so it is another one
      }
    }
    return false;
  }

  /** The jar file a class was found in; null if it is not in a jar of the local file system. */
  static Path jarOf(URL classFile) {
    try {
      URLConnection connection = classFile.openConnection();
      return connection instanceof JarURLConnection jar
          ? Path.of(jar.getJarFileURL().toURI())
          : null;
    } catch (IOException
        | URISyntaxException
        | IllegalArgumentException
        | FileSystemNotFoundException e) {
      return null;
    }
  }
}
