// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The document of a text, as file {@code f.yaml}.
 *
 * @param place empty if the text could not be read
 * @param problems those of the reader, then those of the document's values
 */
record Document(Optional<Place> place, List<Problem> problems) {

  static Document of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  static Document of(byte[] content) {
    List<Problem> problems = new ArrayList<>();
    Optional<Place> place = new YamlReader("f.yaml", "write something", problems).read(content);
    return new Document(place, problems);
  }

  /** The value of the key {@code k}, which the document must have. */
  Place k() {
    return place.orElseThrow().keys().orElseThrow().get("k");
  }

  List<String> messages() {
    return problems.stream().map(Problem::toString).toList();
  }
}
