// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.athanor.workloads.usage.CommandLine;

/** A sequence of the bases A, C, G, T, from which reads are taken. Immutable. */
final class Genome {
  private static final int LARGEST = 1 << 30;

  private final byte[] bases;
  private final String identity;

  private Genome(byte[] bases, String identity) {
    this.bases = bases;
    this.identity = identity;
  }

  /** Returns a genome of random bases. */
  static Genome random(long length, long seed) {
    byte[] bases = new byte[(int) Math.min(LARGEST, length)];
    SplitMix random = new SplitMix(seed, -1);
    for (int i = 0; i < bases.length; i++) {
      bases[i] = letter(random.below(4));
    }
    return new Genome(bases, "random:" + bases.length);
  }

  /**
   * Reads a file in FASTA, compressed or not. Its sequences follow each other; other letters are
   * left out.
   *
   * @throws IllegalArgumentException if it cannot be read or has no bases
   */
  static Genome read(String file) {
    Path path = new Path(file);
    Configuration configuration = new Configuration();
    CompressionCodec codec = new CompressionCodecFactory(configuration).getCodec(path);
    byte[] bases = new byte[1 << 20];
    int count = 0;
    try (InputStream raw = path.getFileSystem(configuration).open(path);
        InputStream in = codec == null ? raw : codec.createInputStream(raw);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(">")) {
          continue;
        }
        for (char letter : line.toUpperCase(Locale.ROOT).toCharArray()) {
          if ("ACGT".indexOf(letter) >= 0) {
            if (count == LARGEST) {
              throw CommandLine.wrong(
                  "--genome " + file, "has more than " + LARGEST + " bases, which must be enough");
            }
            bases = count < bases.length ? bases : Arrays.copyOf(bases, 2 * bases.length);
            bases[count++] = (byte) letter;
          }
        }
      }
    } catch (IOException unreadable) {
      throw CommandLine.wrong("--genome " + file, "cannot be read: " + unreadable.getMessage());
    }
    CRC32 sum = new CRC32();
    sum.update(bases, 0, count);
    return new Genome(
        Arrays.copyOf(bases, count),
        String.format(Locale.ROOT, "%s:%d:%08x", path.getName(), count, sum.getValue()));
  }

  static byte letter(int code) {
    return (byte) "ACGT".charAt(code);
  }

  static byte complement(byte base) {
    return switch (base) {
      case 'A' -> 'T';
      case 'C' -> 'G';
      case 'G' -> 'C';
      default -> 'A';
    };
  }

  int length() {
    return bases.length;
  }

  byte base(int at) {
    return bases[at];
  }

  /** Returns in one word what the bases depend on, except the seed. */
  String identity() {
    return identity;
  }
}
