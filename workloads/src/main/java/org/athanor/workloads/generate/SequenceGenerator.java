// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.nio.charset.StandardCharsets;

/**
 * Sequence files of Text keys, 5 to 10 random words, and Text values, 20 to 100, as Hadoop's
 * RandomTextWriter makes them. This class writes the format itself, because Hadoop's writer puts
 * random sync marks into each file.
 *
 * <pre>
 *   "SEQ" 6 | key class | value class | compressed 0 | blocks 0 | metadata 0 (int) | mark (16)
 *   record: length of key and value (int) | length of key (int) | key | value
 *   every 64 KiB, before a record: -1 (int) | mark (16)
 *   class, key, value: length as a variable-length integer | bytes
 * </pre>
 */
final class SequenceGenerator implements Generator {
  private static final int MARK_INTERVAL = 1 << 16;

  private final Quota quota;
  private final long seed;
  private final Words words;
  private final String identity;

  SequenceGenerator(Options options) {
    int vocabulary = options.vocabulary();
    double exponent = options.exponent(1);
    quota = options.quota(310);
    seed = options.seed();
    words = new Words(vocabulary, exponent);
    identity = "sequence vocabulary=" + vocabulary + " exponent=" + exponent;
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public Quota quota() {
    return quota;
  }

  @Override
  public RecordSource part(int part, long firstRecord) {
    SplitMix random = new SplitMix(seed, part);
    long high = random.next();
    long low = random.next();
    return new Source(random, high, low);
  }

  private final class Source implements RecordSource {
    private final SplitMix random;
    private final long markHigh;
    private final long markLow;
    private long lastMark;

    Source(SplitMix random, long markHigh, long markLow) {
      this.random = random;
      this.markHigh = markHigh;
      this.markLow = markLow;
    }

    @Override
    public void begin(RecordBuffer out) {
      out.put("SEQ\6".getBytes(StandardCharsets.US_ASCII));
      byte[] text = "org.apache.hadoop.io.Text".getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < 2; i++) {
        out.put((byte) text.length);
        out.put(text);
      }
      out.put(new byte[2 + Integer.BYTES]);
      mark(out);
    }

    private void mark(RecordBuffer out) {
      out.putBytes(markHigh, Long.BYTES);
      out.putBytes(markLow, Long.BYTES);
      lastMark = out.length();
    }

    @Override
    public void next(RecordBuffer out) {
      if (out.length() - lastMark >= MARK_INTERVAL) {
        out.putInt(out.position, -1);
        out.position += Integer.BYTES;
        mark(out);
      }
      int start = out.position;
      out.position += 2 * Integer.BYTES;
      int key = out.position;
      appendText(5 + random.below(6), out);
      int value = out.position;
      appendText(20 + random.below(81), out);
      out.putInt(start, out.position - key);
      out.putInt(start + Integer.BYTES, value - key);
    }

    /** Appends the length, which has 1 to 3 bytes, and then the words. */
    private void appendText(int count, RecordBuffer out) {
      int at = out.position;
      int reserved = 3;
      out.position += reserved;
      words.append(count, random, out);
      int length = out.position - at - reserved;
      int prefix = length <= 127 ? 1 : length <= 255 ? 2 : 3;
      System.arraycopy(out.bytes, at + reserved, out.bytes, at + prefix, length);
      if (prefix == 1) {
        out.bytes[at] = (byte) length;
      } else if (prefix == 2) {
        out.bytes[at] = -113;
        out.bytes[at + 1] = (byte) length;
      } else {
        out.bytes[at] = -114;
        out.bytes[at + 1] = (byte) (length >>> 8);
        out.bytes[at + 2] = (byte) length;
      }
      out.position = at + prefix + length;
    }
  }
}
