// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.athanor.engine.files.FileErrors;

/**
 * The files of a jar that {@code hadoop jar} unpacks, without the classes that are loaded from the
 * jar itself. A file is unpacked when it is first requested: a jar that contains its libraries has
 * thousands of files, and few are requested. Thread-safe.
 */
final class JarFiles {
  private static final Pattern UNPACKED = Pattern.compile("(?:classes|lib)/.*|.*(?<!\\.class)");

  private final Path jar;
  private final Path directory;

  /** Names of the files that are not unpacked yet. */
  private final NavigableSet<String> packed = new TreeSet<>();

  /**
   * Lists the jar's files.
   *
   * @param directory to unpack into
   * @throws IOException if the jar cannot be read, or one of its files is not below the directory
   */
  JarFiles(Path jar, Path directory) throws IOException {
    this.jar = jar;
    this.directory = directory;
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        String name = entry.getName();
        if (!entry.isDirectory() && UNPACKED.matcher(name).matches()) {
          if (!target(name).startsWith(directory)) {
            throw new IOException("its entry " + name + " would be outside of the directory");
          }
          packed.add(name);
        }
      }
    }
  }

  private Path target(String name) {
    return directory.resolve(name).normalize();
  }

  /**
   * Unpacks the file, or all files of the directory, that has this name, if the jar has it.
   *
   * @param name as of a resource; the empty name stands for all files
   * @throws IOException if a file cannot be unpacked; a later call tries again
   */
  synchronized void unpack(String name) throws IOException {
    List<String> wanted = new ArrayList<>();
    if (packed.contains(name)) {
      wanted.add(name);
    }
    String prefix = name.isEmpty() || name.endsWith("/") ? name : name + "/";
    for (String file : packed.tailSet(prefix)) {
      if (!file.startsWith(prefix)) {
        break;
      }
      wanted.add(file);
    }
    if (wanted.isEmpty()) {
      return;
    }
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (String file : wanted) {
        unpack(zip, zip.getEntry(file));
        packed.remove(file);
      }
    }
  }

  private void unpack(ZipFile zip, ZipEntry entry) throws IOException {
    Path target = target(entry.getName());
    try {
      Files.createDirectories(target.getParent());
      try (InputStream in = zip.getInputStream(entry);
          OutputStream out = Files.newOutputStream(target)) {
        in.transferTo(out);
      }
      Files.setLastModifiedTime(target, FileTime.fromMillis(entry.getTime()));
    } catch (IOException e) {
      throw FileErrors.at("cannot unpack " + entry.getName() + " of " + jar + " to", target, e);
    }
  }
}
