// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.skew;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class HeavyKeysTest {
  private static byte[] key(int number) {
    return new byte[] {(byte) (number >> 8), (byte) number};
  }

  private static void add(HeavyKeys keys, int number, long records) {
    if (records > keys.threshold()) {
      keys.add(key(number), 0, 2, records);
    }
  }

  @Test
  void keepsTheKeysWithTheMostRecords() {
    Random random = Seeds.of("heavy");
    HeavyKeys keys = new HeavyKeys();
    Map<Integer, Long> all = new HashMap<>();
    for (int i = 0; i < 5000; i++) {
      long records = 20 + i * 7L % 4999; // all different
      add(keys, i, records);
      all.put(i, records);
    }
    add(keys, 6000, 1 + random.nextInt(15)); // too few to matter
    assertThat(keys.keys("?"))
        .containsExactlyElementsOf(
            all.entrySet().stream()
                .sorted(Map.Entry.<Integer, Long>comparingByValue().reversed())
                .limit(HeavyKeys.KEYS)
                .map(
                    e ->
                        new HeavyKey(
                            String.format(Locale.ROOT, "0x%04x", e.getKey()), e.getValue()))
                .toList());
  }

  @Test
  void putsThePartsOfAKeyTogether() {
    HeavyKeys first = new HeavyKeys();
    add(first, 1, 100);
    add(first, 2, 60);
    HeavyKeys second = new HeavyKeys();
    add(second, 2, 70);
    first.addAll(second, Arrays::equals);
    assertThat(first.keys("?"))
        .containsExactly(new HeavyKey("0x0002", 130), new HeavyKey("0x0001", 100));
  }

  /** As after a secondary sort: a group's keys have the first byte in common. */
  @Test
  void putsThePartsOfAGroupOfUnlikeKeysTogether() {
    HeavyKeys.Grouping byFirstByte = (one, other) -> one[0] == other[0];
    HeavyKeys sum = new HeavyKeys();
    for (int part = 0; part < 4; part++) {
      HeavyKeys found = new HeavyKeys();
      add(found, 0x0100 + part, 20 + part);
      add(found, 0x0200 + part, 50);
      sum.addAll(found, byFirstByte);
    }
    assertThat(sum.keys("?"))
        .containsExactly(new HeavyKey("0x0203", 200), new HeavyKey("0x0103", 86));
  }

  @Test
  void comparesOnlyKeysThatItHasAsAWhole() {
    HeavyKeys.Grouping notOfThese =
        (one, other) -> {
          throw new AssertionError(one.length + " and " + other.length);
        };
    HeavyKeys sum = new HeavyKeys();
    HeavyKeys found = new HeavyKeys();
    found.add(new byte[5000], 0, 5000, 20);
    sum.addAll(found, notOfThese);
    sum.addAll(found, notOfThese);
    found.add(new byte[5000], 0, 4999, 30);
    sum.addAll(found, notOfThese);
    assertThat(sum.keys("?")).extracting(HeavyKey::records).containsExactly(60L, 30L);
  }

  @Test
  void doesNotTakeLongKeysWithTheSameBeginForOne() {
    HeavyKeys keys = new HeavyKeys();
    keys.add(new byte[1000], 0, 1000, 50);
    keys.add(new byte[1000], 0, 999, 40);
    byte[] other = new byte[1000];
    other[500] = 1;
    keys.add(other, 0, 1000, 30);
    HeavyKeys sum = new HeavyKeys();
    sum.addAll(keys, Arrays::equals);
    sum.addAll(keys, Arrays::equals);
    assertThat(sum.keys("?")).extracting(HeavyKey::records).containsExactly(100L, 80L, 60L);
  }

  private static String text(Writable key) throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    key.write(out);
    byte[] bytes = Arrays.copyOf(out.getData(), Math.min(out.getLength(), KeyText.MAX_BYTES));
    return KeyText.of(key.getClass().getName(), bytes, out.getLength());
  }

  @Test
  void showsKeysOfHadoopsClassesAsPeopleWriteThem() throws IOException {
    assertThat(text(new Text("the"))).isEqualTo("\"the\"");
    assertThat(text(new IntWritable(-7))).isEqualTo("-7");
    assertThat(text(new LongWritable(1L << 40))).isEqualTo("1099511627776");
    assertThat(text(NullWritable.get())).isEqualTo("(null)");
    assertThat(text(new BytesWritable(new byte[] {1, (byte) 0xAB}))).isEqualTo("0x01ab");
  }

  @Test
  void showsOtherAndBrokenKeysAsHexadecimalDigits() {
    assertThat(KeyText.of("com.acme.Key", new byte[] {0, 1, 2}, 3)).isEqualTo("0x000102");
    assertThat(KeyText.of("com.acme.Key", new byte[20], 20))
        .isEqualTo("0x" + "00".repeat(16) + "...");
    assertThat(KeyText.of(IntWritable.class.getName(), new byte[] {5}, 1)).isEqualTo("0x05");
    assertThat(KeyText.of(Text.class.getName(), new byte[] {(byte) 0xFF}, 1)).isEqualTo("0xff");
    assertThat(KeyText.of(Text.class.getName(), new byte[0], 0)).isEqualTo("0x");
  }

  @Test
  void showsNothingThatATerminalObeys() throws IOException {
    assertThat(text(new Text("a\u001b[2J\n\u202eb\u2028"))).isEqualTo("\"a?[2J??b?\"");
    assertThat(text(new Text("x".repeat(500)))).isEqualTo("\"" + "x".repeat(32) + "\"...");
    byte[] broken = {2, 'a', (byte) 0x80};
    assertThat(KeyText.of(Text.class.getName(), broken, 3))
        .isEqualTo("\"a" + new String(new byte[] {(byte) 0x80}, StandardCharsets.UTF_8) + "\"");
  }
}
