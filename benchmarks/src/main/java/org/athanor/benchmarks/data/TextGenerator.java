// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.data;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Writes text whose words are as frequent as in natural language: rank r has a share in proportion
 * to 1 / (r + 2.7), Zipf's law as corrected by Mandelbrot. The same seed gives the same bytes.
 */
public final class TextGenerator {
  private static final int VOCABULARY = 100_000;
  private static final double MANDELBROT_SHIFT = 2.7;
  private static final int LINE_BYTES = 70;

  /** Every syllable ends with a vowel, so that an ending cannot be mistaken for a syllable. */
  private static final String[] ENDINGS = {"", "nd", "r", "ng", "s", "st", "n"};

  private final SplittableRandom random;
  private final byte[][] words = new byte[VOCABULARY][];

  /**
   * Alias table (Walker): probability with which a uniformly drawn rank is kept; otherwise its
   * alias is used.
   */
  private final double[] stay = new double[VOCABULARY];

  private final int[] alias = new int[VOCABULARY];

  private TextGenerator(long seed) {
    random = new SplittableRandom(seed);
    for (int rank = 0; rank < VOCABULARY; rank++) {
      words[rank] = word(rank);
    }
    buildAliasTable();
  }

  /** Arguments: directory to create, number of files, bytes per file, seed. */
  public static void main(String[] args) throws IOException {
    Path directory = Files.createDirectories(Path.of(args[0]));
    int files = Integer.parseInt(args[1]);
    TextGenerator generator = new TextGenerator(Long.parseLong(args[3]));
    for (int i = 0; i < files; i++) {
      generator.write(
          directory.resolve(String.format(Locale.ROOT, "text-%05d", i)), Long.parseLong(args[2]));
    }
  }

  private void write(Path file, long bytes) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      int column = 0;
      for (long written = 0; written < bytes; ) {
        byte[] word = words[draw()];
        out.write(word);
        column += word.length + 1;
        boolean endOfLine = column >= LINE_BYTES;
        out.write(endOfLine ? '\n' : ' ');
        column = endOfLine ? 0 : column;
        written += word.length + 1;
      }
      out.write('\n');
    }
  }

  private int draw() {
    int rank = random.nextInt(VOCABULARY);
    return random.nextDouble() < stay[rank] ? rank : alias[rank];
  }

  /**
   * Returns a word that encodes the rank, so that all words differ. Frequent words are short: the
   * first hundred ranks have one syllable, the last ones three.
   */
  private static byte[] word(int rank) {
    String consonants = "tnshrdlcmwfgypbvkjxz";
    String vowels = "eaoiu";
    StringBuilder text = new StringBuilder();
    int left = rank;
    while (left >= 0) {
      text.append(consonants.charAt(left % 20)).append(vowels.charAt(left / 20 % 5));
      left = left / 100 - 1;
    }
    String ending = ENDINGS[rank % ENDINGS.length];
    return text.append(ending).toString().getBytes(StandardCharsets.US_ASCII);
  }

  private void buildAliasTable() {
    double total = 0;
    for (int rank = 0; rank < VOCABULARY; rank++) {
      stay[rank] = 1 / (rank + 1 + MANDELBROT_SHIFT);
      total += stay[rank];
    }
    int[] small = new int[VOCABULARY];
    int[] large = new int[VOCABULARY];
    int smalls = 0;
    int larges = 0;
    for (int rank = 0; rank < VOCABULARY; rank++) {
      stay[rank] *= VOCABULARY / total;
      alias[rank] = rank;
      if (stay[rank] < 1) {
        small[smalls++] = rank;
      } else {
        large[larges++] = rank;
      }
    }
    while (smalls > 0 && larges > 0) {
      int taker = small[--smalls];
      int giver = large[--larges];
      alias[taker] = giver;
      stay[giver] -= 1 - stay[taker];
      if (stay[giver] < 1) {
        small[smalls++] = giver;
      } else {
        large[larges++] = giver;
      }
    }
  }
}
