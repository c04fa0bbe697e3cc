// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NamedEntryTest {
  private static final List<String> KINDS = List.of("sort", "grep");

  private static Optional<NamedEntry> read(Document document) {
    return NamedEntry.read(document.k(), "job", KINDS);
  }

  @Test
  void readsAKindWithAndWithoutKeys() {
    NamedEntry alone = read(Document.of("k: sort")).orElseThrow();
    assertThat(alone.kind()).isEqualTo("sort");
    assertThat(alone.place().subject()).isEqualTo("k=sort");
    assertThat(alone.body().keys()).contains(Map.of());
    assertThat(alone.body().path()).isEqualTo("k.sort");
    NamedEntry withKeys = read(Document.of("k:\n  sort: {size: 1g}")).orElseThrow();
    assertThat(withKeys.kind()).isEqualTo("sort");
    assertThat(withKeys.place().line()).isEqualTo(2);
    assertThat(withKeys.body().keys().orElseThrow().get("size").subject())
        .isEqualTo("k.sort.size=1g");
  }

  @Test
  void rejectsOtherEntries() {
    Map<String, String> messages =
        Map.of(
            "sotr", "f.yaml:1: k=sotr: unknown job; allowed sort, grep; did you mean sort?",
            "{sotr: {size: 1g}}",
                "f.yaml:1: k.sotr: unknown job; allowed sort, grep; did you mean sort?",
            "[sort]", "f.yaml:1: k: must be the name of a job",
            "{}", "f.yaml:1: k: must be the name of a job",
            "", "f.yaml:1: k: has no value; must be the name of a job");
    messages.forEach(
        (entry, message) -> {
          Document document = Document.of("k: " + entry);
          assertThat(read(document)).isEmpty();
          assertThat(document.messages()).containsExactly(message);
        });
  }

  @Test
  void suggestsOtherNamesOnlyIfNoKindIsNear() {
    List<String> others = List.of("sorting", "search");
    Document known = Document.of("k: search");
    assertThat(NamedEntry.read(known.k(), "job", KINDS, others).map(NamedEntry::kind))
        .contains("search");
    Map<String, String> hints = Map.of("sorted", "sort", "seach", "search");
    hints.forEach(
        (word, meant) -> {
          Document document = Document.of("k: " + word);
          assertThat(NamedEntry.read(document.k(), "job", KINDS, others)).isEmpty();
          assertThat(document.messages())
              .containsExactly(
                  "f.yaml:1: k=%s: unknown job; allowed sort, grep; did you mean %s?"
                      .formatted(word, meant));
        });
  }

  @Test
  void explainsASecondKind() {
    Document document = Document.of("k:\n  sort:\n  size: 1g\n");
    assertThat(read(document)).map(NamedEntry::kind).contains("sort");
    assertThat(document.messages())
        .containsExactly(
            "f.yaml:3: k.size=1g: a list entry must be one job; indent size further if it belongs to"
                + " sort, or put '- ' before it");
  }
}
