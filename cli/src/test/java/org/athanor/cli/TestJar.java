// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Puts classes of this module's tests into jars. */
final class TestJar {
  private TestJar() {}

  /**
   * Writes a jar.
   *
   * @param mainClass for the manifest, null for none
   */
  static Path write(Path file, Class<?> mainClass, Class<?>... classes) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      writeTo(out, mainClass, classes);
    }
    return file;
  }

  /** Writes a jar that has the classes in a jar in {@code lib/}. */
  static Path writeNested(Path file, Class<?> mainClass, Class<?>... classes) throws IOException {
    ByteArrayOutputStream inner = new ByteArrayOutputStream();
    writeTo(inner, null, classes);
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(file), manifest(mainClass))) {
      jar.putNextEntry(new ZipEntry("lib/inner.jar"));
      inner.writeTo(jar);
    }
    return file;
  }

  private static void writeTo(OutputStream out, Class<?> mainClass, Class<?>... classes)
      throws IOException {
    try (JarOutputStream jar = new JarOutputStream(out, manifest(mainClass))) {
      for (Class<?> type : classes) {
        String entry = type.getName().replace('.', '/') + ".class";
        jar.putNextEntry(new ZipEntry(entry));
        try (InputStream in = type.getClassLoader().getResourceAsStream(entry)) {
          in.transferTo(jar);
        }
      }
    }
  }

  private static Manifest manifest(Class<?> mainClass) {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (mainClass != null) {
      manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass.getName());
    }
    return manifest;
  }
}
