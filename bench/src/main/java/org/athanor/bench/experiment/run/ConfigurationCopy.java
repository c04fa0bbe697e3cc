// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.athanor.cluster.DirectoryTree;
import org.athanor.cluster.Node;
import org.athanor.results.Secrets;
import org.athanor.results.WholeFile;

/**
 * Copies configuration files, which are kept with the results. Secrets are removed from the copies,
 * so that results can be given to others.
 */
final class ConfigurationCopy {
  /** Names of files that contain only keys, certificates or passwords. */
  private static final Pattern KEYS =
      Pattern.compile("(?i).*\\.(jks|jceks|bcfks|p12|pfx|keytab|pem|key)|\\.?(pgpass|netrc)");

  private ConfigurationCopy() {}

  /** A file's content as text, with the encoding in which the text is written again. */
  private record Text(String text, Charset charset) {
    static Text of(byte[] content) {
      try {
        return new Text(
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString(),
            StandardCharsets.UTF_8);
      } catch (CharacterCodingException other) {
        return new Text(
            new String(content, StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
      }
    }
  }

  /**
   * Copies a directory of a node. The copy gets its final name after all secrets have been removed.
   * Until then it is in a directory that only its owner can read; if something fails, that
   * directory is deleted.
   *
   * @param copy must not exist, but its parent must
   */
  static void take(Node node, String directory, Path copy)
      throws IOException, InterruptedException {
    Path hidden = Files.createTempDirectory(copy.toAbsolutePath().getParent(), ".conf-");
    try {
      Path original = hidden.resolve("conf");
      node.copyFrom(directory, original);
      redact(original);
      Files.move(original, copy);
    } finally {
      DirectoryTree.delete(hidden);
    }
  }

  /** Removes secrets from all files below a directory. Files that contain only keys are deleted. */
  static void redact(Path directory) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).toList();
    }
    // A file may list configuration keys that are secret in the other files.
    StringBuilder named = new StringBuilder();
    for (Path file : files) {
      if (KEYS.matcher(file.getFileName().toString()).matches()) {
        Files.delete(file);
      } else {
        named.append(Secrets.namedIn(Text.of(Files.readAllBytes(file)).text()));
      }
    }
    for (Path file : files) {
      if (Files.exists(file)) {
        byte[] content = Files.readAllBytes(file);
        byte[] redacted = redacted(content, named.toString());
        if (redacted != content) {
          WholeFile.write(file, out -> out.write(redacted));
        }
      }
    }
  }

  /** Writes a text file without its secrets. */
  static void write(Path file, byte[] content) throws IOException {
    byte[] redacted = redacted(content, Secrets.namedIn(Text.of(content).text()));
    WholeFile.write(file, out -> out.write(redacted));
  }

  /** Returns the same array if it contains no secret. */
  private static byte[] redacted(byte[] content, String named) {
    Text original = Text.of(content);
    String redacted = Secrets.redactedFile(original.text(), named);
    return redacted.equals(original.text()) ? content : redacted.getBytes(original.charset());
  }
}
