// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Rows of 100 bytes. With seed 1 and without an exponent they are the same as those of Hadoop's
 * TeraGen; other seeds start at another position of TeraGen's sequence of random numbers.
 *
 * <pre>
 *   0    10  12                44   48            96
 *   | key | 0 11 | row number, hex | 88 99 AA BB | filler | CC DD EE FF |
 * </pre>
 *
 * <p>The key is the 10 highest bytes of the random number. The filler is its 12 lowest hexadecimal
 * digits, each four times.
 *
 * <p>With an exponent s > 0 keys are skewed: the key is one of {@value #SKEWED_KEYS}, of which the
 * k-th most frequent has a probability proportional to k^−s. They are distributed over all keys, so
 * that a row's neighbours in the order are as many as without; but a frequent key cannot be divided
 * among parts.
 */
final class TeraGenerator implements Generator {
  static final int ROW = 100;

  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

  /** Different keys if they are skewed. */
  static final int SKEWED_KEYS = 1 << 20;

  private static final long KEYS = -1;
  private static final long RANKS = Long.MIN_VALUE;

  private final Quota quota;
  private final long seed;
  private final double exponent;
  private final Optional<Zipf> ranks;

  TeraGenerator(Options options) {
    Quota asked = options.quota(ROW);
    quota = asked.records() == Long.MAX_VALUE ? Quota.ofRecords(asked.bytes() / ROW, ROW) : asked;
    seed = options.seed();
    exponent = options.exponent(0);
    ranks = exponent == 0 ? Optional.empty() : Optional.of(new Zipf(SKEWED_KEYS, exponent));
  }

  @Override
  public String identity() {
    return "tera" + (ranks.isPresent() ? " exponent=" + exponent : "");
  }

  @Override
  public Quota quota() {
    return quota;
  }

  @Override
  public RecordSource part(int part, long firstRecord) {
    long skippedHigh = seed == 1 ? 0 : SplitMix.mix(seed);
    long skippedLow = seed == 1 ? 0 : SplitMix.mix(~seed);
    long start = skippedLow + firstRecord;
    if (Long.compareUnsigned(start, skippedLow) < 0) {
      skippedHigh++;
    }
    Lcg128 random = new Lcg128(skippedHigh, start);
    Source rows = new Source(random, firstRecord);
    return ranks.<RecordSource>map(zipf -> skewed(rows, zipf, part)).orElse(rows);
  }

  /** Replaces the keys of rows. */
  private RecordSource skewed(RecordSource rows, Zipf zipf, int part) {
    SplitMix random = new SplitMix(seed, RANKS + part);
    return out -> {
      int at = out.position;
      rows.next(out);
      SplitMix key = new SplitMix(seed, KEYS - zipf.next(random));
      int end = out.position;
      out.position = at;
      out.putBytes(key.next(), Long.BYTES);
      long low = key.next();
      out.put((byte) low);
      out.put((byte) (low >>> Byte.SIZE));
      out.position = end;
    };
  }

  private static final class Source implements RecordSource {
    private final Lcg128 random;
    private long row;

    Source(Lcg128 random, long row) {
      this.random = random;
      this.row = row;
    }

    @Override
    public void next(RecordBuffer out) {
      random.next();
      byte[] bytes = out.bytes;
      int at = out.position;
      out.putBytes(Long.reverseBytes(random.high), Long.BYTES);
      bytes[at + 8] = (byte) (random.low >>> 56);
      bytes[at + 9] = (byte) (random.low >>> 48);
      bytes[at + 10] = 0;
      bytes[at + 11] = 0x11;
      for (int i = 0; i < 16; i++) {
        bytes[at + 12 + i] = '0';
        bytes[at + 28 + i] = HEX[(int) (row >>> (60 - 4 * i)) & 15];
      }
      bytes[at + 44] = (byte) 0x88;
      bytes[at + 45] = (byte) 0x99;
      bytes[at + 46] = (byte) 0xAA;
      bytes[at + 47] = (byte) 0xBB;
      for (int i = 0; i < 12; i++) {
        byte digit = HEX[(int) (random.low >>> (44 - 4 * i)) & 15];
        int filler = at + 48 + 4 * i;
        bytes[filler] = digit;
        bytes[filler + 1] = digit;
        bytes[filler + 2] = digit;
        bytes[filler + 3] = digit;
      }
      bytes[at + 96] = (byte) 0xCC;
      bytes[at + 97] = (byte) 0xDD;
      bytes[at + 98] = (byte) 0xEE;
      bytes[at + 99] = (byte) 0xFF;
      out.position = at + ROW;
      row++;
    }
  }
}
