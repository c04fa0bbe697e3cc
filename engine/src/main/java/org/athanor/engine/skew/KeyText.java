// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.skew;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.hadoop.io.WritableUtils;

/**
 * Serialized keys as texts of limited length. Keys of Hadoop's common classes are shown as people
 * write them, all others as hexadecimal digits, because code of the job is not called. Stateless.
 */
final class KeyText {
  /** How many bytes of a key are looked at. */
  static final int MAX_BYTES = 160;

  private static final int MAX_CHARACTERS = 32;
  private static final int MAX_HEX_BYTES = 16;
  private static final String MORE = "...";

  private KeyText() {}

  /**
   * @param key the first bytes of the key, at most {@link #MAX_BYTES}
   * @param length how many bytes the whole key has
   */
  static String of(String keyClass, byte[] key, int length) {
    try {
      return switch (keyClass) {
        case "org.apache.hadoop.io.Text" -> text(key);
        case "org.apache.hadoop.io.IntWritable" -> "" + in(key).readInt();
        case "org.apache.hadoop.io.LongWritable" -> "" + in(key).readLong();
        case "org.apache.hadoop.io.VIntWritable", "org.apache.hadoop.io.VLongWritable" ->
            "" + WritableUtils.readVLong(in(key));
        case "org.apache.hadoop.io.DoubleWritable" -> "" + in(key).readDouble();
        case "org.apache.hadoop.io.NullWritable" -> "(null)";
        case "org.apache.hadoop.io.BytesWritable" -> hex(key, Integer.BYTES, length);
        default -> hex(key, 0, length);
      };
    } catch (IOException e) {
      return hex(key, 0, length); // Another serialization than that of writables wrote it.
    }
  }

  private static DataInputStream in(byte[] key) {
    return new DataInputStream(new ByteArrayInputStream(key));
  }

  private static String text(byte[] key) throws IOException {
    DataInputStream in = in(key);
    int length = WritableUtils.readVInt(in);
    if (length < 0) {
      throw new IOException("the length of a text is " + length);
    }
    String all = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    StringBuilder shown = new StringBuilder("\"");
    int characters = 0;
    int at = 0;
    while (at < all.length() && characters < MAX_CHARACTERS) {
      int c = all.codePointAt(at);
      boolean isVisible =
          switch (Character.getType(c)) {
            case Character.CONTROL,
                Character.FORMAT,
                Character.SURROGATE,
                Character.PRIVATE_USE,
                Character.UNASSIGNED,
                Character.LINE_SEPARATOR,
                Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> true;
          };
      shown.appendCodePoint(isVisible ? c : '?');
      at += Character.charCount(c);
      characters++;
    }
    return shown.append('"').append(at < all.length() ? MORE : "").toString();
  }

  private static String hex(byte[] key, int from, int length) {
    int begin = Math.min(from, key.length);
    int end = Math.min(key.length, begin + MAX_HEX_BYTES);
    return "0x" + HexFormat.of().formatHex(key, begin, end) + (end < length ? MORE : "");
  }
}
