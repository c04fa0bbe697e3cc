// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SectionTest {
  private static final Key<String> NAME = new Key<>("name", Types.name(), "", "The name.");
  private static final Key<Place> RACK =
      new Key<>("rack", Types.place("keys and values"), "none", "The rack.");
  private static final Key<Integer> NODES =
      new Key<>("nodes", Types.integer(1, 64), "", "Nodes of the rack.");

  private static Section section(Document document) {
    return new Section(document.place().orElseThrow(), List.of(NAME, RACK));
  }

  @Test
  void readsDeclaredKeys() {
    Document document = Document.of("name: small\nrack:\n  nodes: 4\n");
    Section section = section(document);
    assertThat(section.get(NAME)).contains("small");
    assertThat(section.place(NAME).orElseThrow().subject()).isEqualTo("name=small");
    assertThat(section.below(RACK, List.of(NODES)).get(NODES)).contains(4);
    assertThat(document.problems()).isEmpty();
  }

  @Test
  void reportsEverythingThatIsWrongWithItsLine() {
    Document document = Document.of("nmae: a\nrack:\n  nodes: 65\n  node: 1\nrack: 2\n");
    Section section = section(document);
    assertThat(section.get(NAME)).isEmpty();
    assertThat(section.below(RACK, List.of(NODES)).get(NODES)).isEmpty();
    assertThat(document.messages())
        .containsExactly(
            "f.yaml:5: rack=2: the key is already set in line 2",
            "f.yaml:1: nmae=a: unknown key; allowed name, rack; did you mean name?",
            "f.yaml:1: name: is missing; must be a name of at most 64 letters, digits, '-', '_' and"
                + " '.', a letter or digit first",
            "f.yaml:4: rack.node=1: unknown key of rack; allowed nodes; did you mean nodes?",
            "f.yaml:3: rack.nodes=65: must be a number from 1 to 64");
  }

  @Test
  void namesTheOwnerOfKeys() {
    Document document = Document.of("k: {speed: 1}\n");
    assertThat(new Section(document.k(), "a disk", List.of(NODES)).get(NODES)).isEmpty();
    assertThat(document.messages())
        .containsExactly(
            "f.yaml:1: k.speed=1: unknown key of a disk; allowed nodes",
            "f.yaml:1: k.nodes: is missing; must be a number from 1 to 64");
  }

  @Test
  void requiresNothingBelowAKeyThatIsMissing() {
    Document document = Document.of("name: small\n");
    assertThat(section(document).below(RACK, List.of(NODES)).get(NODES)).isEmpty();
    assertThat(document.problems()).isEmpty();
  }

  @Test
  void reportsAValueWithoutKeys() {
    for (String text : List.of("- a\n", "a\n")) {
      Document document = Document.of(text);
      assertThat(section(document).get(NAME)).isEmpty();
      assertThat(document.messages())
          .singleElement()
          .asString()
          .endsWith("must be keys and values");
    }
  }
}
