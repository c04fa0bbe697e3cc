// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;

/**
 * The settings of an attempt in files that only their owner can read: all users of a machine can
 * read the arguments of programs. Thread-safe.
 */
final class PrivateSettings {
  private static final FileAttribute<?> DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<?> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private static final String SITE = "-site.xml";
  private static final String SPARK_DEFAULTS = "spark-defaults.conf";

  private PrivateSettings() {}

  /**
   * Copies a configuration of Hadoop but for files that this user cannot read, and no client of the
   * user could, and sets the settings in each of its {@code *-site.xml} files, so that none of them
   * has another value, whichever is read last: a job's settings win over those of its cluster, and
   * these over defaults.
   *
   * @param base the directory to copy; empty: Hadoop's defaults
   * @param target where to; created
   */
  static void hadoop(Optional<Path> base, Map<String, String> settings, Path target)
      throws IOException {
    Files.createDirectories(target, DIRECTORY);
    Set<String> sites =
        new TreeSet<>(
            List.of("core-site.xml", "hdfs-site.xml", "mapred-site.xml", "yarn-site.xml"));
    if (base.isPresent()) {
      try (DirectoryStream<Path> files =
          Files.newDirectoryStream(base.get(), Files::isRegularFile)) {
        for (Path file : files) {
          String name = file.getFileName().toString();
          if (name.endsWith(SITE)) {
            sites.add(name);
          } else if (Files.isReadable(file)) {
            try (OutputStream out = create(target.resolve(name))) {
              Files.copy(file, out);
            }
          }
        }
      }
    }
    for (String name : sites) {
      Configuration site = new Configuration(false);
      Optional<Path> given = base.map(each -> each.resolve(name)).filter(Files::exists);
      given.ifPresent(file -> site.addResource(new org.apache.hadoop.fs.Path(file.toUri())));
      settings.forEach(site::set);
      try (OutputStream out = create(target.resolve(name))) {
        site.writeXml(out);
      }
    }
  }

  /** What the last of a configuration's files that MapReduce's clients read says; may be empty. */
  static String value(Path base, String key) {
    return value(base, key, List.of("core-site.xml", "mapred-site.xml", "yarn-site.xml"));
  }

  /** What the last of some files of a configuration says; may be empty. */
  static String value(Path base, String key, List<String> files) {
    Configuration read = new Configuration(false);
    for (String name : files) {
      Path file = base.resolve(name);
      if (Files.exists(file)) {
        read.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
      }
    }
    return read.get(key, "");
  }

  /**
   * Writes a file for {@code spark-submit --properties-file}.
   *
   * @param directory Spark's configuration, whose defaults Spark does not read besides another file
   */
  static void spark(Path directory, Map<String, String> settings, Path target) throws IOException {
    Files.createDirectories(target.getParent(), DIRECTORY);
    Properties all = sparkDefaults(directory);
    all.putAll(settings);
    try (OutputStream out = create(target)) {
      all.store(out, null);
    }
  }

  /**
   * Copies a configuration of Spark but for files that this user cannot read, and sets settings in
   * its defaults.
   *
   * @param target where to; created
   */
  static void sparkDirectory(Path directory, Map<String, String> settings, Path target)
      throws IOException {
    spark(directory, settings, target.resolve(SPARK_DEFAULTS));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, Files::isRegularFile)) {
      for (Path file : files) {
        Path copy = target.resolve(file.getFileName().toString());
        if (!copy.endsWith(SPARK_DEFAULTS) && Files.isReadable(file)) {
          try (OutputStream out = create(copy)) {
            Files.copy(file, out);
          }
          if (Files.isExecutable(file)) {
            Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwx------"));
          }
        }
      }
    }
  }

  /**
   * What a configuration of Spark says by default; nothing if it has no such file that this user
   * can read. What is no UTF-8 is replaced, as Spark does.
   */
  static Properties sparkDefaults(Path directory) throws IOException {
    Properties all = new Properties();
    Path defaults = directory.resolve(SPARK_DEFAULTS);
    if (Files.isReadable(defaults)) {
      try (Reader in = new InputStreamReader(Files.newInputStream(defaults), UTF_8)) {
        all.load(in);
      } catch (IllegalArgumentException malformed) {
        throw new IOException(defaults + ": " + malformed.getMessage(), malformed);
      }
    }
    return all;
  }

  private static OutputStream create(Path file) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(file, FILE);
    return Files.newOutputStream(file);
  }
}
