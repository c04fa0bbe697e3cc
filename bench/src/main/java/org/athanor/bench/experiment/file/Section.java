// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A mapping of the file that may have only declared keys. */
final class Section {
  private final Map<String, Place> places;

  /** Reports keys that are not declared, and required keys that are missing. */
  Section(Place place, String thing, List<? extends Key<?>> declared) {
    Optional<Map<String, Place>> keys = place.keys();
    places = keys.orElse(Map.of());
    List<String> names = declared.stream().map(Key::name).toList();
    places.forEach(
        (name, value) -> {
          if (!names.contains(name)) {
            value.report(Place.unknown("key" + thing, name, names));
          }
        });
    if (keys.isPresent()) {
      for (Key<?> key : declared) {
        if (key.required() && !places.containsKey(key.name())) {
          place.reportMissing(key.name(), "is missing; must be " + key.type().allowed());
        }
      }
    }
  }

  Optional<Place> place(Key<?> key) {
    return Optional.ofNullable(places.get(key.name()));
  }

  /**
   * The key's value. Returns empty if the key is missing, or if its value is wrong, which is then
   * reported.
   */
  <T> Optional<T> get(Key<T> key) {
    return place(key).flatMap(key.type()::read);
  }
}
