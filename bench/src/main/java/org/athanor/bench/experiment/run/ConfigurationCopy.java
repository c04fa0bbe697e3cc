// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.athanor.bench.result.Secrets;
import org.athanor.bench.result.WholeFile;

/**
 * Copies of configuration files, kept with results to show what was run. They have no secrets, so
 * that results can be given to others.
 */
final class ConfigurationCopy {
  /** Files that hold nothing but keys. */
  private static final Pattern KEYS =
      Pattern.compile("(?i).*\\.(jks|jceks|bcfks|p12|pfx|keytab|pem|key)|\\.?(pgpass|netrc)");

  private ConfigurationCopy() {}

  /** Removes secrets from all files below a directory; those of keys alone are deleted. */
  static void redact(Path directory) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).toList();
    }
    for (Path file : files) {
      if (KEYS.matcher(file.getFileName().toString()).matches()) {
        Files.delete(file);
      } else {
        byte[] content = Files.readAllBytes(file);
        byte[] redacted = redacted(content);
        if (redacted != content) {
          WholeFile.write(file, out -> out.write(redacted));
        }
      }
    }
  }

  /** Writes a text file without its secrets. */
  static void write(Path file, byte[] content) throws IOException {
    byte[] redacted = redacted(content);
    WholeFile.write(file, out -> out.write(redacted));
  }

  /** The same array if there is no secret in it, or it is no text. */
  private static byte[] redacted(byte[] content) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException binary) {
      return content;
    }
    String redacted = Secrets.redactedFile(text);
    return redacted.equals(text) ? content : redacted.getBytes(StandardCharsets.UTF_8);
  }
}
