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
 * The class path of a job's jar: the jar, then the parts that YARN would unpack from it, {@code
 * classes/} and {@code lib/*.jar}.
 */
final class JobJarClassPath {
  private JobJarClassPath() {}

  /**
   * Returns the class path, in order.
   *
   * @param jar local file
   * @param directory where the parts are unpacked; created only if the jar has such parts
   */
  static List<URL> of(Path jar, JobConf conf, Path directory) throws IOException {
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
   * Returns the jars of a directory, without its subdirectories, sorted by name. So the order does
   * not depend on the file system if two jars have the same class.
   */
  private static List<URL> jars(Path directory) throws IOException {
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
