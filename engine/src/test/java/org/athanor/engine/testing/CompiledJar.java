// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles classes that are not on the tests' class path, and packs them into a jar. */
public final class CompiledJar {
  private CompiledJar() {}

  /**
   * Makes a jar of one class.
   *
   * @param jar the file to write
   * @param className its full name
   * @param source its source
   */
  public static Path of(Path jar, String className, String source) throws IOException {
    Path classes = Files.createTempDirectory(jar.getParent(), "classes");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of(
            "-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
    if (!compiler
        .getTask(null, null, null, options, null, List.of(new Source(className, source)))
        .call()) {
      throw new IOException("cannot compile " + className);
    }
    pack(classes, jar);
    return jar;
  }

  /** Packs all files below a directory. */
  public static void pack(Path directory, Path jar) throws IOException {
    pack(directory, directory, jar);
  }

  /**
   * Packs all files below a directory.
   *
   * @param root what their names in the jar are relative to
   */
  public static void pack(Path root, Path directory, Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> files = Files.walk(directory)) {
      for (Path path : files.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new JarEntry(root.relativize(path).toString()));
        out.write(Files.readAllBytes(path));
        out.closeEntry();
      }
    }
  }

  /** A source in memory. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String className, String text) {
      super(
          URI.create(
              "string:///" + className.replace('.', '/') + JavaFileObject.Kind.SOURCE.extension),
          JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
