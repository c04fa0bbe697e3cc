// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.order;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.Writable;

/** Keys that are byte strings, with lengths around the 7 bytes of a prefix. */
abstract class BytesOrderContract extends KeyOrderContract {
  private static final int LONGEST = 20;

  abstract Writable keyOf(byte[] bytes);

  @Override
  List<Writable> edges() {
    List<Writable> edges = new ArrayList<>();
    for (int length = 0; length <= LONGEST; length++) {
      edges.add(keyOf(filled(length, 0)));
      edges.add(keyOf(filled(length, 'a')));
      edges.add(keyOf(sharedPrefix(length)));
    }
    edges.add(keyOf(filled(7, 0xff)));
    edges.add(keyOf(filled(8, 0xff)));
    edges.add(keyOf(filled(9, 0x7f)));
    edges.add(keyOf("abcdef\u00e9".getBytes(StandardCharsets.UTF_8)));
    edges.add(keyOf("abcdef\u20ac".getBytes(StandardCharsets.UTF_8)));
    edges.add(keyOf("\ud83d\ude00".getBytes(StandardCharsets.UTF_8)));
    // Around the lengths at which a variable-length header grows.
    for (int length : new int[] {127, 128, 255, 256, 70_000}) {
      edges.add(keyOf(filled(length, 'a')));
    }
    return edges;
  }

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    java.util.Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  /** Returns {@code length} bytes that other keys also begin with, then a zero byte. */
  private static byte[] sharedPrefix(int length) {
    byte[] bytes = filled(length + 1, 'a');
    bytes[length] = 0;
    return bytes;
  }

  @Override
  Writable random(Random random) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] alphabet = {0, 1, 'a', 'b', 0x7f, (byte) 0x80, (byte) 0xff};
    int shared = random.nextInt(9);
    for (int i = 0; i < shared; i++) {
      bytes.write('a');
    }
    for (int i = random.nextInt(LONGEST - shared + 1); i > 0; i--) {
      bytes.write(alphabet[random.nextInt(alphabet.length)]);
    }
    return keyOf(bytes.toByteArray());
  }
}
