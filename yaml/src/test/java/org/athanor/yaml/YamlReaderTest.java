// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.athanor.testkit.Seeds;
import org.athanor.yaml.YamlNode.Entry;
import org.athanor.yaml.YamlNode.Mapping;
import org.athanor.yaml.YamlNode.Scalar;
import org.athanor.yaml.YamlNode.Sequence;
import org.junit.jupiter.api.Test;
import tools.jackson.dataformat.yaml.YAMLMapper;

class YamlReaderTest {
  private static final long SEED = Seeds.seed();
  private static final List<String> TEXTS =
      List.of("a", "two words", "1", "true", "null", "~", "x: y", "#no", "é", "'q'", "a\nb", "");

  @Test
  void keepsLinesAndQuotes() {
    Place place = Document.of("a: 1\nb:\n  - '2'\n  - c: null\n").place().orElseThrow();
    assertThat(place.path()).isEmpty();
    assertThat(place.node())
        .isEqualTo(
            new Mapping(
                1,
                List.of(
                    new Entry(1, "a", new Scalar(1, "1", false)),
                    new Entry(
                        2,
                        "b",
                        new Sequence(
                            3,
                            List.of(
                                new Scalar(3, "2", true),
                                new Mapping(
                                    4,
                                    List.of(new Entry(4, "c", new Scalar(4, "null", false))))))))));
  }

  @Test
  void rejectsWhatIsNotOneDocument() {
    assertThat(Document.of("").messages()).containsExactly("f.yaml: is empty; write something");
    assertThat(Document.of("a: 1\n---\nb: 2\n").messages())
        .containsExactly("f.yaml:3: the file has a second document; only one is allowed");
    assertThat(Document.of(new byte[] {(byte) 0xc3, 0x28}).messages())
        .containsExactly("f.yaml: it is not text in UTF-8");
    Document broken = Document.of("a: *b\nc: [1\nd: 2\n");
    assertThat(broken.place()).isEmpty();
    assertThat(broken.messages()).singleElement().asString().startsWith("f.yaml:3: not YAML: ");
  }

  @Test
  void rejectsAliases() {
    assertThat(Document.of("a: &x 1\nb: *x\n").messages())
        .containsExactly("f.yaml:2: *x: aliases are not supported; write the value itself");
  }

  @Test
  void readsTheTreeThatWasWrittenAndNeverThrowsIfItIsCut() {
    for (long i = 0; i < 300; i++) {
      Random random = new Random(SEED * 1_000_003 + i);
      Object tree = mapping(random, 3);
      String text = new YAMLMapper().writeValueAsString(tree);
      Document document = Document.of(text);
      assertThat(document.problems()).as("tree %d of seed %d:%n%s", i, SEED, text).isEmpty();
      assertThat(plain(document.place().orElseThrow().node()))
          .as("tree %d of seed %d:%n%s", i, SEED, text)
          .isEqualTo(tree);
      byte[] content = text.getBytes(StandardCharsets.UTF_8);
      Document cut = Document.of(Arrays.copyOf(content, random.nextInt(content.length)));
      assertThat(cut.place().isPresent() || !cut.problems().isEmpty())
          .as("tree %d of seed %d, cut", i, SEED)
          .isTrue();
    }
  }

  private static Object value(Random random, int depth) {
    return switch (depth == 0 ? 2 : random.nextInt(3)) {
      case 0 -> mapping(random, depth - 1);
      case 1 -> {
        List<Object> items = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          items.add(value(random, depth - 1));
        }
        yield items;
      }
      default -> TEXTS.get(random.nextInt(TEXTS.size()));
    };
  }

  private static Map<String, Object> mapping(Random random, int depth) {
    Map<String, Object> entries = new LinkedHashMap<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      entries.put(TEXTS.get(random.nextInt(TEXTS.size())), value(random, depth));
    }
    return entries;
  }

  private static Object plain(YamlNode node) {
    if (node instanceof Sequence sequence) {
      return sequence.items().stream().map(YamlReaderTest::plain).toList();
    }
    if (node instanceof Mapping mapping) {
      Map<String, Object> entries = new LinkedHashMap<>();
      mapping.entries().forEach(entry -> entries.put(entry.key(), plain(entry.value())));
      return entries;
    }
    return ((Scalar) node).text();
  }
}
