// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.athanor.yaml.text.Nearest;

/**
 * An entry of a list that is a kind, or a kind with keys: {@code - spark} or {@code - spark: {mode:
 * local}}.
 *
 * @param kind one of the known kinds
 * @param place place of the kind
 * @param body place of the keys below the kind; a null value if the entry has none
 */
public record NamedEntry(String kind, Place place, Place body) {

  /**
   * Reads an entry. Returns empty and reports a problem if it is malformed or its kind is unknown.
   *
   * @param thing what the kinds are, as the messages name it, such as {@code framework}
   */
  public static Optional<NamedEntry> read(Place entry, String thing, Collection<String> kinds) {
    Optional<NamedEntry> named =
        entry.node() instanceof YamlNode.Mapping
            ? withKeys(entry, thing)
            : withoutKeys(entry, thing);
    return named.filter(
        known -> {
          boolean good = kinds.contains(known.kind());
          if (!good) {
            known.place().report(Nearest.unknown(thing, known.kind(), kinds));
          }
          return good;
        });
  }

  private static Optional<NamedEntry> withoutKeys(Place entry, String thing) {
    return entry
        .text("the name of a " + thing)
        .map(
            kind -> {
              YamlNode none = new YamlNode.Scalar(entry.line(), "", false);
              Place body =
                  new Place(
                      entry.file(),
                      entry.line(),
                      entry.path() + "." + kind,
                      none,
                      entry.problems());
              return new NamedEntry(kind, entry, body);
            });
  }

  private static Optional<NamedEntry> withKeys(Place entry, String thing) {
    Map<String, Place> keys = entry.keys().orElse(Map.of());
    Iterator<Map.Entry<String, Place>> each = keys.entrySet().iterator();
    if (!each.hasNext()) {
      entry.report("must be the name of a " + thing);
      return Optional.empty();
    }
    Map.Entry<String, Place> first = each.next();
    if (each.hasNext()) {
      Map.Entry<String, Place> second = each.next();
      second
          .getValue()
          .report(
              "a list entry must be one "
                  + thing
                  + "; indent "
                  + second.getKey()
                  + " further if it belongs to "
                  + first.getKey()
                  + ", or put '- ' before it");
    }
    return Optional.of(new NamedEntry(first.getKey(), first.getValue(), first.getValue()));
  }
}
