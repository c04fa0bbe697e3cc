// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Recognises the home directory of a framework, from a release's archive or from {@link
 * ArtifactStore}. The version is read from the name of its main jar.
 */
public final class InstalledHome {

  private InstalledHome() {}

  /** The directories of a framework's jars, and the main jar, whose name has the version. */
  private record Layout(
      String mainName, Pattern mainJar, List<String> mainDirectories, List<String> jarDirectories) {

    static Layout of(
        String name, String version, List<String> mainDirectories, List<String> jarDirectories) {
      Pattern mainJar = Pattern.compile(Pattern.quote(name) + version + "-(\\d[\\w.-]*)\\.jar");
      return new Layout(name + "*.jar", mainJar, mainDirectories, jarDirectories);
    }
  }

  private static final Map<String, Layout> LAYOUTS =
      Map.of(
          "hadoop",
          Layout.of(
              "hadoop-common",
              "",
              List.of("", "share/hadoop/common"),
              List.of(
                  "share/hadoop/common",
                  "share/hadoop/common/lib",
                  "share/hadoop/hdfs",
                  "share/hadoop/hdfs/lib",
                  "share/hadoop/mapreduce",
                  "share/hadoop/mapreduce/lib",
                  "share/hadoop/yarn",
                  "share/hadoop/yarn/lib",
                  "share/hadoop/tools/lib")),
          "tez",
          Layout.of("tez-api", "", List.of("", "share/tez"), List.of("share/tez", "lib")),
          "spark",
          Layout.of("spark-core", "_[\\d.]+", List.of("jars"), List.of("jars")),
          "flink",
          Layout.of("flink-dist", "(?:_[\\d.]+)?", List.of("lib"), List.of("lib")),
          "hive",
          Layout.of("hive-exec", "", List.of("", "lib"), List.of("lib")));

  /** Whether installations of a framework can be read; all others are plain sets of jars. */
  public static boolean isHomeOf(String framework) {
    return LAYOUTS.containsKey(framework);
  }

  /**
   * Reads a home.
   *
   * @param framework {@code hadoop}, {@code tez}, {@code spark}, {@code flink} or {@code hive}
   * @throws IOException if the directory cannot be read or is not a home; the message says which
   *     jar is missing
   */
  public static Distribution read(String framework, Path home) throws IOException {
    Layout layout =
        Optional.ofNullable(LAYOUTS.get(framework))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "framework " + framework + ": must be hadoop, tez, spark, flink or hive"));
    Path absolute = home.toAbsolutePath().normalize();
    for (String directory : layout.mainDirectories) {
      Optional<String> version = version(layout.mainJar, absolute.resolve(directory));
      if (version.isPresent()) {
        return new Distribution(framework, version.get(), absolute, classPath(layout, absolute));
      }
    }
    throw new IOException(
        home
            + ": not a home of "
            + framework
            + ": there is no "
            + layout.mainName()
            + " in "
            + String.join(
                " or ", layout.mainDirectories().stream().map(it -> absolute + "/" + it).toList()));
  }

  private static Optional<String> version(Pattern mainJar, Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> mainJar.matcher(file.getFileName().toString()))
          .filter(Matcher::matches)
          .map(matcher -> matcher.group(1))
          .filter(version -> !version.endsWith("-tests") && !version.endsWith("-sources"))
          .findFirst();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new IOException(directory + " cannot be read: " + e, e);
    }
  }

  private static List<String> classPath(Layout layout, Path home) throws IOException {
    List<String> entries = new ArrayList<>();
    for (String directory : layout.jarDirectories) {
      if (Files.isDirectory(home.resolve(directory))) {
        entries.add(home.resolve(directory) + "/*");
      }
    }
    if (version(layout.mainJar, home).isPresent()) {
      entries.add(0, home + "/*");
    }
    return entries;
  }
}
