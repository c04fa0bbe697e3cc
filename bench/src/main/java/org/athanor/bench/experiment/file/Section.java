// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A mapping of the file whose keys are declared. */
final class Section {
  private final Map<String, Place> places;

  /** Reports keys that are not declared, and declared ones that must be there and are not. */
  Section(Place place, String thing, List<? extends Key<?>> declared) {
    Optional<Map<String, Place>> keys = place.keys();
    places = keys.orElse(Map.of());
    List<String> names = declared.stream().map(Key::name).toList();
    places.forEach(
        (name, value) -> {
          if (!names.contains(name)) {
            value.wrong(Place.unknown("key" + thing, name, names));
          }
        });
    if (keys.isPresent()) {
      for (Key<?> key : declared) {
        if (key.required() && !places.containsKey(key.name())) {
          place.missing(key.name(), "must be there: " + key.type().allowed());
        }
      }
    }
  }

  Optional<Place> place(Key<?> key) {
    return Optional.ofNullable(places.get(key.name()));
  }

  /** The key's value; empty if it is not there, or wrong and reported. */
  <T> Optional<T> get(Key<T> key) {
    return place(key).flatMap(key.type()::read);
  }
}
