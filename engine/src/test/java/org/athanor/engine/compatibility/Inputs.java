// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.SequenceFile;

/** Builders of small inputs. */
final class Inputs {
  private static final int VOCABULARY = 200;

  private Inputs() {}

  /** A text of words that are the likelier the shorter they are. */
  static void words(Path file, Random random, int lines) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int line = 0; line < lines; line++) {
      int words = random.nextInt(12);
      for (int i = 0; i < words; i++) {
        text.append(i == 0 ? "" : " ").append(word(random));
      }
      text.append('\n');
    }
    Files.writeString(file, text);
  }

  static String word(Random random) {
    int rank = (int) (VOCABULARY * Math.pow(random.nextDouble(), 3));
    return "w" + Integer.toString(rank * 7919, Character.MAX_RADIX);
  }

  /** Three texts of clearly different sizes, so that the order of merged segments is fixed. */
  static void threeTexts(Path directory, Random random) throws IOException {
    words(directory.resolve("a.txt"), random, 120);
    words(directory.resolve("b.txt"), random, 360);
    words(directory.resolve("c.txt"), random, 240);
  }

  static void lines(Path file, String... lines) throws IOException {
    Files.writeString(file, lines.length == 0 ? "" : String.join("\n", lines) + "\n");
  }

  /** Appends "key TAB value" lines. */
  static void pairs(Path file, Random random, int lines, int keys) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lines; i++) {
      text.append(
          String.format(
              Locale.ROOT, "k%03d\t%s-%d%n", random.nextInt(keys), file.getFileName(), i));
    }
    Files.writeString(file, text);
  }

  /** A sequence file of records that are appended by the caller. */
  static SequenceFile.Writer sequence(Path file, Class<?> key, Class<?> value) throws IOException {
    return sequence(file, new Configuration(), key, value);
  }

  static SequenceFile.Writer sequence(Path file, Configuration conf, Class<?> key, Class<?> value)
      throws IOException {
    return SequenceFile.createWriter(
        conf,
        SequenceFile.Writer.file(new org.apache.hadoop.fs.Path(file.toUri())),
        SequenceFile.Writer.keyClass(key),
        SequenceFile.Writer.valueClass(value));
  }

  static <T> T any(List<T> values, Random random) {
    return values.get(random.nextInt(values.size()));
  }
}
