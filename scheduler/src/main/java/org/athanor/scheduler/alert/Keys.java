// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.alert;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Types;
import org.athanor.yaml.ValueType;
import org.athanor.yaml.YamlNode;

/** Every key that a file of hooks may have. {@code docs/scheduling.md} lists these. */
final class Keys {
  static final Key<Place> HOOKS =
      new Key<>(
          "hooks",
          Types.place("names of hooks, each with keys"),
          "",
          "The hooks: names, and keys.");
  static final List<Key<?>> TOP = List.of(HOOKS);

  static final Key<List<String>> COMMAND =
      new Key<>(
          "command",
          Types.listOf(Types.text("a text"), "a program and its arguments"),
          "`url`",
          "A program and its arguments; no shell reads them. The event is its standard input.");
  static final Key<URI> URL =
      new Key<>("url", url(), "`command`", "Where the event is posted. Instead of `command`.");
  static final Key<List<Alert.Kind>> EVENTS =
      new Key<>(
          "events",
          Types.listOf(Types.oneOf(Alert.Kind.class, Alert.Kind::id), "a list of events"),
          "all",
          "What it is told about: "
              + String.join(
                  ", ",
                  java.util.Arrays.stream(Alert.Kind.values())
                      .map(kind -> "`" + kind.id() + "`")
                      .toList())
              + ".");
  static final Key<Duration> TIMEOUT =
      new Key<>(
          "timeout",
          Types.duration("1s", "10m"),
          "`10s`",
          "How long it may take; then it has failed, and is told again later.");
  static final List<Key<?>> HOOK = List.of(COMMAND, URL, EVENTS, TIMEOUT);

  private Keys() {}

  /** Problems do not tell the address, which may be a secret. */
  private static ValueType<URI> url() {
    String allowed =
        "an address such as https://hooks.example.org/athanor, without user or password";
    return new ValueType<>(
        allowed,
        place -> {
          Optional<URI> address =
              place.node() instanceof YamlNode.Scalar scalar
                  ? address(scalar.text())
                  : Optional.empty();
          if (address.isEmpty()) {
            YamlNode hidden = new YamlNode.Mapping(place.line(), List.of());
            new Place(place.file(), place.line(), place.path(), hidden, place.problems())
                .report("must be " + allowed);
          }
          return address;
        });
  }

  private static Optional<URI> address(String text) {
    try {
      URI address = new URI(text.strip());
      boolean usable =
          ("http".equals(address.getScheme()) || "https".equals(address.getScheme()))
              && address.getHost() != null
              && address.getUserInfo() == null
              && address.getFragment() == null;
      return usable ? Optional.of(address) : Optional.empty();
    } catch (URISyntaxException none) {
      return Optional.empty();
    }
  }
}
