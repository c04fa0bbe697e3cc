// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files that engines have loaded their code from, as they were when the session was started.
 * Another build of Athanor, or another Hadoop, in their place needs other engines.
 */
final class FileStamps {
  private final Map<Path, String> stamps = new LinkedHashMap<>();

  /**
   * Notes the files on the class path of a command line, and those of Hadoop's configuration.
   *
   * @param configuration a directory; empty for none
   */
  static FileStamps of(List<String> command, String configuration) {
    FileStamps files = new FileStamps();
    int option = command.indexOf("-cp");
    if (option >= 0 && option + 1 < command.size()) {
      for (String entry : command.get(option + 1).split(File.pathSeparator, -1)) {
        if (entry.equals("*") || entry.endsWith("/*")) {
          files.addAll(Path.of(entry.substring(0, entry.length() - 1)));
        } else {
          files.add(Path.of(entry));
        }
      }
    }
    // The keeper has the engines' Java.
    Path java = Path.of(System.getProperty("java.home"));
    files.add(java.resolve("release"));
    files.add(java.resolve("lib").resolve("modules"));
    if (!configuration.isEmpty()) {
      files.addAll(Path.of(configuration).toAbsolutePath());
    }
    return files;
  }

  private void add(Path file) {
    stamps.put(file, stamp(file));
  }

  /** Adds a directory, which changes with the names in it, and its files. */
  private void addAll(Path directory) {
    add(directory);
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
      all.forEach(this::add);
    } catch (IOException | DirectoryIteratorException e) {
      // A driver is told what is wrong with the directory.
      return;
    }
  }

  private static String stamp(Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return attributes.lastModifiedTime() + " " + attributes.size() + " " + attributes.fileKey();
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns a file that has changed. */
  Optional<Path> changed() {
    return stamps.entrySet().stream()
        .filter(entry -> !stamp(entry.getKey()).equals(entry.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
