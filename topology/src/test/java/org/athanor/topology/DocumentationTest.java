// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.athanor.topology.testing.Needs;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the examples in the documentation. Each is a program followed by its output. */
@Tag("short")
class DocumentationTest {
  private static final Path PAGE = Path.of("..", "docs", "topology.md");
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "```java\\n(.*?public class (\\w+).*?)```\\n+```text\\n(.*?)```", Pattern.DOTALL);

  @TempDir Path directory;

  /** A program of the page. */
  record Example(String name, String code, String output) {
    @Override
    public String toString() {
      return name;
    }
  }

  @BeforeAll
  static void need() {
    Needs.library();
  }

  static List<Example> examples() throws IOException {
    List<Example> examples = new ArrayList<>();
    Matcher matcher = EXAMPLE.matcher(Files.readString(PAGE));
    while (matcher.find()) {
      examples.add(new Example(matcher.group(2), matcher.group(1), matcher.group(3)));
    }
    assertThat(examples).hasSize(3);
    return examples;
  }

  @ParameterizedTest
  @MethodSource("examples")
  void printsWhatThePageSays(Example example) throws Exception {
    Path source = directory.resolve(example.name() + ".java");
    Files.writeString(source, example.code());
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    int code =
        compiler.run(
            null,
            messages,
            messages,
            "-cp",
            System.getProperty("java.class.path"),
            "-d",
            directory.toString(),
            source.toString());
    assertThat(code).as("%s", messages.toString(UTF_8)).isZero();
    assertThat(run(example.name())).isEqualTo(example.output());
  }

  private String run(String name) throws Exception {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream standard = System.out;
    URL[] classes = {directory.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
      System.setOut(new PrintStream(output, true, UTF_8));
      loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(standard);
    }
    return output.toString(UTF_8).replace(System.lineSeparator(), "\n");
  }
}
