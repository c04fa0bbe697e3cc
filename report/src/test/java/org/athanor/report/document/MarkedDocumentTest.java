// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkedDocumentTest {
  private static final String TEXT =
      """
      before
      <!-- bench:a -->
      old
      <!-- /bench:a -->
      between
      <!-- bench:b 1 -->
      <!-- /bench:b 1 -->
      after\
      """;

  @TempDir private Path directory;

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("page.md"), text);
  }

  private String problem(String text) throws IOException {
    Path file = file(text);
    return catchThrowable(() -> MarkedDocument.read(file))
        .getMessage()
        .replace(file.toString(), "page.md");
  }

  @Test
  void replacesWhatIsBetweenTheMarks() throws IOException {
    MarkedDocument document = MarkedDocument.read(file(TEXT));
    document.write(Map.of("a", "new\nlines\n", "b 1", "x"));
    assertThat(directory.resolve("page.md"))
        .hasContent(TEXT.replace("old\n", "new\nlines\n").replace("b 1 -->\n<", "b 1 -->\nx\n<"));
    assertThat(directory).as("nothing else").isDirectoryContaining("regex:.*/page.md");
    assertThat(directory.toFile().list()).hasSize(1);
  }

  @Test
  void leavesOtherPlacesAndTheEndsOfLines() throws IOException {
    Path file = file(TEXT.replace("\n", "\r\n"));
    MarkedDocument.read(file).write(Map.of("b 1", "x\ny"));
    assertThat(Files.readString(file))
        .isEqualTo(TEXT.replace("b 1 -->\n<", "b 1 -->\nx\ny\n<").replace("\n", "\r\n"));
  }

  @Test
  void aTextWithoutAPlaceChangesNothing() throws IOException {
    Path file = file(TEXT);
    MarkedDocument document = MarkedDocument.read(file);
    assertThatThrownBy(() -> document.write(Map.of("a", "new", "c", "x")))
        .isInstanceOf(IOException.class)
        .hasMessage(
            file + ": has no place for c; add the lines <!-- bench:c --> and <!-- /bench:c -->");
    assertThat(file).hasContent(TEXT);
  }

  @Test
  void marksThatDoNotMatchAreRefused() throws IOException {
    assertThat(problem("<!-- bench:a -->\n"))
        .isEqualTo("page.md:1: <!-- bench:a --> has no end, <!-- /bench:a -->");
    assertThat(problem("x\n<!-- /bench:a -->\n<!-- bench:a -->\n"))
        .isEqualTo("page.md:2: <!-- /bench:a --> has no begin");
    assertThat(problem(TEXT + "\n" + TEXT))
        .isEqualTo("page.md:10: <!-- bench:a --> is there twice");
    assertThat(problem("<!-- bench:a -->\n<!-- bench:b -->\n"))
        .isEqualTo("page.md:1: <!-- bench:a --> has no end before the next begin");
    assertThat(problem("<!-- bench:a -->\n<!-- /bench:b -->\n"))
        .isEqualTo("page.md:2: <!-- /bench:b --> has no begin");
  }

  @Test
  void marksInCodeAreText() throws IOException {
    String text = "```\n<!-- bench:a -->\n```\n";
    assertThat(MarkedDocument.read(file(text)).has("a")).isFalse();
  }

  private boolean seesTheMark(String before) throws IOException {
    return MarkedDocument.read(file(before + "\n<!-- bench:a -->\n<!-- /bench:a -->\n")).has("a");
  }

  @Test
  void blocksOfCodeEndWhereCommonMarkSays() throws IOException {
    assertThat(seesTheMark("```x``` is no block")).isTrue();
    assertThat(seesTheMark("~~~ text\n```\n~~~")).isTrue();
    assertThat(seesTheMark("````\n```\n````")).isTrue();
    assertThat(seesTheMark("```\n~~~\n``` no end")).isFalse();
    assertThat(seesTheMark("````\n```")).isFalse();
    assertThat(seesTheMark("    ```")).as("an indented line").isTrue();
    assertThat(seesTheMark("```\r\n```\r")).isTrue();
  }

  @Test
  void eachLineKeepsItsEnd() throws IOException {
    Path file = file("a\r\nb\n<!-- bench:a -->\n<!-- /bench:a -->\r\nlast");
    MarkedDocument.read(file).write(Map.of("a", "x\ny"));
    assertThat(Files.readString(file))
        .isEqualTo("a\r\nb\n<!-- bench:a -->\nx\ny\n<!-- /bench:a -->\r\nlast");
  }

  @Test
  void whatWasChangedSinceItWasReadIsNotOverwritten() throws IOException {
    Path file = file(TEXT);
    MarkedDocument first = MarkedDocument.read(file);
    MarkedDocument second = MarkedDocument.read(file);
    first.write(Map.of("a", "first"));
    String written = Files.readString(file);
    assertThatThrownBy(() -> second.write(Map.of("b 1", "second")))
        .isInstanceOf(IOException.class)
        .hasMessage(
            file.toRealPath()
                + ": cannot be written: somebody else has changed it meanwhile; try again");
    assertThat(file).hasContent(written);
    assertThat(directory.toFile().list()).hasSize(1);
  }

  @Test
  void permissionsStay() throws IOException {
    Path file = file(TEXT);
    for (String mode : List.of("rw-------", "rw-rw-r--", "rwxr-x---")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
      MarkedDocument.read(file).write(Map.of("a", mode));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo(mode);
      assertThat(Files.readString(file)).contains("\n" + mode + "\n");
    }
  }

  @Test
  void aFileThatIsNoTextIsNamed() throws IOException {
    Path missing = directory.resolve("none.md");
    assertThatThrownBy(() -> MarkedDocument.read(missing)).hasMessage(missing + ": no such file");
    Path binary = directory.resolve("x.md");
    Files.write(binary, "\u00e4".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> MarkedDocument.read(binary))
        .hasMessage(binary + ": is no text in UTF-8");
  }

  @Test
  void aLinkStaysALink() throws IOException {
    Path file = file(TEXT);
    Path link = Files.createSymbolicLink(directory.resolve("link.md"), file);
    MarkedDocument.read(link).write(Map.of("a", "new"));
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(file)).contains("\nnew\n");
  }
}
