// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.athanor.yaml.text.ByteRate;
import org.athanor.yaml.text.ByteSize;
import org.athanor.yaml.text.Frequency;
import org.junit.jupiter.api.Test;

class TypesTest {

  private enum Order {
    FIFO,
    FAIR
  }

  private static <T> void reads(ValueType<T> type, String value, T expected) {
    Document document = Document.of("k: " + value);
    assertThat(type.read(document.k())).contains(expected);
    assertThat(document.problems()).isEmpty();
  }

  private static void rejects(ValueType<?> type, String value, String message) {
    Document document = Document.of("k: " + value);
    assertThat(type.read(document.k())).isEmpty();
    assertThat(document.messages()).containsExactly("f.yaml:1: " + message);
  }

  @Test
  void readsTexts() {
    reads(Types.text("a path"), "a b", "a b");
    reads(Types.text("a path"), "'null'", "null");
    rejects(Types.text("a path"), "' '", "k= : must be a path");
    rejects(Types.text("a path"), "null", "k: has no value; must be a path");
    rejects(Types.text("a path"), "[a]", "k: must be a path");
    reads(Types.name(), "a-1.b_c", "a-1.b_c");
    rejects(
        Types.name(),
        "a/b",
        "k=a/b: must be a name of at most 64 letters, digits, '-', '_' and '.', a letter or digit"
            + " first");
  }

  @Test
  void readsNumbersInARange() {
    reads(Types.integer(0, 10), "10", 10);
    rejects(Types.integer(0, 10), "11", "k=11: must be a number from 0 to 10");
    rejects(Types.integer(0, 10), "1.5", "k=1.5: must be a number from 0 to 10");
    reads(Types.integer(1, Integer.MAX_VALUE), "2147483647", Integer.MAX_VALUE);
    rejects(
        Types.integer(1, Integer.MAX_VALUE),
        "2147483648",
        "k=2147483648: must be a number, 1 or more");
    reads(Types.number(), "-999999999999999999", -999_999_999_999_999_999L);
    rejects(Types.number(), "1e3", "k=1e3: must be a whole number");
  }

  @Test
  void readsQuantities() {
    reads(Types.size("1k"), "1.5g", ByteSize.of("1536m"));
    rejects(Types.size("1k"), "1000", "k=1000: must be a size such as 512m or 1.5g, 1k or more");
    reads(Types.duration("1s", "1h"), "1m30s", Duration.ofSeconds(90));
    rejects(
        Types.duration("1s", "1h"),
        "2h",
        "k=2h: must be a time such as 90s or 1h30m, from 1s to 1h");
    reads(Types.percent(), "12.5%", 0.125);
    rejects(Types.percent(), "101%", "k=101%: must be a percentage such as 10%, from 0% to 100%");
    reads(Types.bool(), "true", true);
    rejects(Types.bool(), "yes", "k=yes: must be true or false");
  }

  @Test
  void readsConstants() {
    reads(Types.oneOf(Order.class), "fair", Order.FAIR);
    rejects(
        Types.oneOf(Order.class),
        "fairr",
        "k=fairr: unknown value; allowed fifo, fair; did you mean fair?");
    reads(Types.oneOf(Order.class, order -> "in-" + order), "in-FIFO", Order.FIFO);
  }

  @Test
  void readsListsWithoutTheirWrongItems() {
    ValueType<List<Integer>> sizes = Types.listOf(Types.integer(1, 9), "a list of sizes");
    reads(sizes, "[1, 2]", List.of(1, 2));
    reads(sizes, "3", List.of(3));
    rejects(sizes, "[]", "k: must be a list of sizes");
    Document document = Document.of("k:\n- 1\n- 10\n");
    assertThat(sizes.read(document.k())).contains(List.of(1));
    assertThat(document.messages()).containsExactly("f.yaml:3: k=10: must be a number from 1 to 9");
  }

  @Test
  void readsSettingsWithAnyKeys() {
    reads(Types.settings(), "{a.b: 1, c: 'true'}", Map.of("a.b", "1", "c", "true"));
    reads(Types.settings(), "", Map.of());
    Document document = Document.of("k: {a: [1], b: 2}");
    assertThat(Types.settings().read(document.k())).contains(Map.of("b", "2"));
    assertThat(document.messages()).containsExactly("f.yaml:1: k.a: must be a text or a number");
  }

  @Test
  void reportsWhatAParserSays() {
    ValueType<Integer> even =
        ValueType.ofParser(
            "an even number",
            text -> {
              if (!text.matches("\\d*[02468]")) {
                throw new IllegalArgumentException(text + " is odd");
              }
              return Integer.valueOf(text);
            });
    reads(even, "4", 4);
    rejects(even, "5", "k=5: 5 is odd");
    rejects(even, "[4]", "k: must be an even number");
  }

  @Test
  void readsRatesAndFrequencies() {
    reads(Types.rate(), "1 Gbit/s", new ByteRate(125e6));
    rejects(
        Types.rate(), "0 MB/s", "k=0 MB/s: must be a rate such as 118 MB/s or 1 Gbit/s, above 0");
    reads(Types.frequency(), "2.8 GHz", new Frequency(2.8e9));
    rejects(Types.frequency(), "2.8", "k=2.8: must be a frequency such as 2.8 GHz, above 0");
  }

  @Test
  void readsNumbersWithAFraction() {
    reads(Types.decimal(0, 1), "0.25", 0.25);
    reads(Types.decimal(1e-12, 0.01), "1e-6", 1e-6);
    rejects(Types.decimal(1e-12, 0.01), "1", "k=1: must be a number from 1E-12 to 0.01");
    rejects(
        Types.decimal(0, Double.MAX_VALUE), "-1", "k=-1: must be a number such as 2.5, 0 or more");
    rejects(Types.decimal(0, 1), ".nan", "k=.nan: must be a number from 0 to 1");
  }
}
