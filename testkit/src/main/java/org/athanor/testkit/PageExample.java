// SPDX-License-Identifier: Apache-2.0
package org.athanor.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The classes that a section of the documentation shows. They are compiled with the class path of
 * the test.
 */
public final class PageExample {
  private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");
  private static final Pattern CLASS = Pattern.compile("public class (\\w+)");

  private final List<Path> sources;
  private final Path classes;

  private PageExample(List<Path> sources, Path classes) {
    this.sources = sources;
    this.classes = classes;
  }

  /**
   * Compiles the classes of a section.
   *
   * @param page the page's file
   * @param heading of the section, without {@code ##}
   * @param directory for sources and classes
   */
  public static PageExample compile(Path page, String heading, Path directory) throws IOException {
    List<Path> sources = new ArrayList<>();
    Matcher blocks = BLOCK.matcher(section(page, heading));
    while (blocks.find()) {
      Matcher name = CLASS.matcher(blocks.group(1));
      if (!name.find()) {
        throw new AssertionError("no public class:\n" + blocks.group(1));
      }
      sources.add(Files.writeString(directory.resolve(name.group(1) + ".java"), blocks.group(1)));
    }
    PageExample example = new PageExample(sources, directory.resolve("classes"));
    example.compile();
    return example;
  }

  /** The text from a heading to the next one. */
  public static String section(Path page, String heading) throws IOException {
    String text = Files.readString(page);
    int start = text.indexOf("\n## " + heading + "\n");
    if (start < 0) {
      throw new AssertionError(page + ": has no section " + heading);
    }
    int end = text.indexOf("\n## ", start + 1);
    return end < 0 ? text.substring(start) : text.substring(start, end);
  }

  private void compile() throws IOException {
    StringWriter messages = new StringWriter();
    List<String> options =
        List.of(
            "-proc:none",
            "-classpath",
            System.getProperty("java.class.path"),
            "-d",
            classes.toString());
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      if (!compiler
          .getTask(messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
          .call()) {
        throw new AssertionError(messages.toString());
      }
    }
  }

  /** The directory of the classes. */
  public Path classes() {
    return classes;
  }

  /** Writes the classes to a jar. */
  public Path jar(Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> all = Files.walk(classes)) {
      all.filter(Files::isRegularFile).forEach(file -> add(file, entries));
    }
    return jar;
  }

  private void add(Path file, JarOutputStream entries) {
    try {
      entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
      Files.copy(file, entries);
      entries.closeEntry();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
