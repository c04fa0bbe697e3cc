// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.athanor.topology.affinity.AffinityLevel;

/**
 * The jars of this process that a container needs beside Hadoop's: the engine, the topology, JNA if
 * it is there. Each is where the process has loaded its classes from. Stateless.
 */
public final class EngineJars {
  private static final List<String> CLASSES =
      List.of(name(EngineJars.class), name(AffinityLevel.class), "com/sun/jna/Native.class");

  private EngineJars() {}

  private static String name(Class<?> type) {
    return type.getName().replace('.', '/') + ".class";
  }

  /** Returns the jars, or directories of classes, in the order of a class path. */
  public static List<Path> find() throws IOException {
    Set<Path> found = new LinkedHashSet<>();
    for (String name : CLASSES) {
      URL url = EngineJars.class.getClassLoader().getResource(name);
      if (url != null) {
        found.add(place(url, name));
      }
    }
    return List.copyOf(found);
  }

  private static Path place(URL url, String name) throws IOException {
    try {
      if (url.openConnection() instanceof JarURLConnection jar) {
        return Path.of(jar.getJarFileURL().toURI());
      }
      String directory = url.toString();
      return Path.of(new URI(directory.substring(0, directory.length() - name.length())));
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw new IOException(url + ": the engine's classes are not in a local file", e);
    }
  }

  /** Writes the classes of a directory to a jar, the same bytes each time. */
  static void pack(Path directory, OutputStream to) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(directory)) {
      all.filter(Files::isRegularFile).sorted().forEach(files::add);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    try (ZipOutputStream jar = new ZipOutputStream(to)) {
      for (Path file : files) {
        ZipEntry entry = new ZipEntry(directory.relativize(file).toString().replace('\\', '/'));
        entry.setTime(0);
        jar.putNextEntry(entry);
        Files.copy(file, jar);
        jar.closeEntry();
      }
    }
  }
}
