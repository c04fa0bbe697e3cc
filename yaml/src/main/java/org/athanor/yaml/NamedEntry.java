// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
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
    return read(entry, thing, kinds, List.of());
  }

  /**
   * Reads an entry whose kind may have another name, which it then has.
   *
   * @param others other names; messages suggest them, but do not list them
   */
  public static Optional<NamedEntry> read(
      Place entry, String thing, Collection<String> kinds, Collection<String> others) {
    Optional<NamedEntry> named =
        entry.node() instanceof YamlNode.Mapping
            ? withKeys(entry, thing)
            : withoutKeys(entry, thing);
    return named.filter(
        known -> {
          boolean good = kinds.contains(known.kind()) || others.contains(known.kind());
          if (!good) {
            known.place().report(unknown(thing, known.kind(), kinds, others));
          }
          return good;
        });
  }

  private static String unknown(
      String thing, String word, Collection<String> kinds, Collection<String> others) {
    boolean other = Nearest.of(word, kinds).isEmpty() && Nearest.of(word, others).isPresent();
    return Nearest.unknown(thing, word, kinds) + (other ? Nearest.hint(word, others) : "");
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
