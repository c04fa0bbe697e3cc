// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.IOException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.RunJar;

/**
 * The job's jar as a class path: the jar, then what YARN would unpack from it, {@code classes/} and
 * {@code lib/*.jar}.
 */
final class JobJar {
  private JobJar() {}

  /**
   * @param jar local file
   * @param directory where parts are unpacked to; created only if there are any
   */
  static List<URL> classPath(Path jar, JobConf conf, Path directory) throws IOException {
    Pattern unpacked = conf.getJarUnpackPattern();
    List<URL> urls = new ArrayList<>();
    urls.add(jar.toUri().toURL());
    if (!hasEntry(jar, unpacked)) {
      return urls;
    }
    Files.createDirectories(directory);
    RunJar.unJar(jar.toFile(), directory.toFile(), unpacked);
    Path classes = directory.resolve("classes");
    if (Files.isDirectory(classes)) {
      urls.add(classes.toUri().toURL());
    }
    urls.addAll(jars(directory.resolve("lib")));
    return urls;
  }

  /**
   * The jars directly in a directory, by name, so that which of two equal classes is taken never
   * varies.
   */
  static List<URL> jars(Path directory) throws IOException {
    List<URL> urls = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      List<Path> found = new ArrayList<>();
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "*.jar")) {
        entries.forEach(found::add);
      }
      found.sort(null);
      for (Path jar : found) {
        urls.add(jar.toUri().toURL());
      }
    }
    return urls;
  }

  private static boolean hasEntry(Path jar, Pattern pattern) throws IOException {
    try (JarFile file = new JarFile(jar.toFile());
        Stream<String> names =
            file.stream().filter(entry -> !entry.isDirectory()).map(entry -> entry.getName())) {
      return names.anyMatch(name -> pattern.matcher(name).matches());
    }
  }
}
