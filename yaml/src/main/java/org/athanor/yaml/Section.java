// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.yaml.text.Nearest;

/** A mapping that may have only declared keys. */
public final class Section {
  private final Map<String, Place> places;

  /**
   * Reads the mapping at the top of a document. Reports keys that are not declared, and required
   * keys that are missing; or that there is no mapping.
   */
  public Section(Place document, List<? extends Key<?>> declared) {
    this(checked(document, "key", declared));
  }

  /**
   * Reads a mapping inside a document, and reports the same.
   *
   * @param owner what the keys belong to, as the messages name it, such as {@code a node}
   */
  public Section(Place place, String owner, List<? extends Key<?>> declared) {
    this(checked(place, "key of " + owner, declared));
  }

  private Section(Map<String, Place> places) {
    this.places = places;
  }

  private static Map<String, Place> checked(
      Place place, String thing, List<? extends Key<?>> declared) {
    Optional<Map<String, Place>> keys = place.keys();
    if (keys.isEmpty()) {
      return Map.of();
    }
    Map<String, Place> places = keys.get();
    List<String> names = declared.stream().map(Key::name).toList();
    places.forEach(
        (name, value) -> {
          if (!names.contains(name)) {
            value.report(Nearest.unknown(thing, name, names));
          }
        });
    for (Key<?> key : declared) {
      if (key.required() && !places.containsKey(key.name())) {
        place.reportMissing(key.name(), "is missing; must be " + key.type().allowed());
      }
    }
    return places;
  }

  /**
   * Reads the mapping that is the value of a key. If the key is missing, the result has no keys,
   * and nothing is reported, not even that keys are missing which {@code declared} requires.
   */
  public Section below(Key<Place> key, List<? extends Key<?>> declared) {
    return place(key)
        .map(place -> new Section(place, key.name(), declared))
        .orElseGet(() -> new Section(Map.of()));
  }

  /** The place of the key's value; empty if the key is missing. */
  public Optional<Place> place(Key<?> key) {
    return Optional.ofNullable(places.get(key.name()));
  }

  /**
   * The key's value. Returns empty if the key is missing, or if its value is wrong. A wrong value
   * is reported each time that it is read, so each key should be read once.
   */
  public <T> Optional<T> get(Key<T> key) {
    return place(key).flatMap(key.type()::read);
  }
}
