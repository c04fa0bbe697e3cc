// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.yaml.Place;
import org.athanor.yaml.YamlNode;
import org.athanor.yaml.text.Nearest;

/** Replaces {@code ${name}} in values by values of parameters; keys stay as they are. */
final class Substitution {
  private static final Pattern USE = Pattern.compile("\\$(\\$\\{|\\{([^}]*)(\\}?))");

  private final Map<String, String> values;
  private final Set<String> open;

  /**
   * Makes it.
   *
   * @param values of parameters
   * @param open names of the parameters of a nominal time that is not known
   */
  Substitution(Map<String, String> values, Set<String> open) {
    this.values = values;
    this.open = open;
  }

  /**
   * The document with all values replaced but those of parameters, which may use only earlier ones.
   * Reports what is not a parameter.
   */
  Place inDocument(Place document) {
    return at(document, replaced(document));
  }

  private static Place at(Place place, YamlNode node) {
    return new Place(place.file(), node.line(), place.path(), node, place.problems());
  }

  private YamlNode replaced(Place place) {
    YamlNode node = place.node();
    if (place.path().equals(Keys.PARAMETERS.name())) {
      return node;
    }
    if (node instanceof YamlNode.Scalar scalar) {
      return new YamlNode.Scalar(scalar.line(), text(scalar.text(), place), scalar.quoted());
    }
    if (node instanceof YamlNode.Sequence sequence) {
      List<YamlNode> items =
          sequence.items().stream().map(item -> replaced(at(place, item))).toList();
      return new YamlNode.Sequence(sequence.line(), items);
    }
    YamlNode.Mapping mapping = (YamlNode.Mapping) node;
    List<YamlNode.Entry> entries = new ArrayList<>();
    for (YamlNode.Entry entry : mapping.entries()) {
      String path = place.path().isEmpty() ? entry.key() : place.path() + "." + entry.key();
      Place child = new Place(place.file(), entry.line(), path, entry.value(), place.problems());
      entries.add(new YamlNode.Entry(entry.line(), entry.key(), replaced(child)));
    }
    return new YamlNode.Mapping(mapping.line(), entries);
  }

  /** The text with parameters replaced; what is wrong stays as it is, and is reported. */
  String text(String text, Place place) {
    return USE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found, place)));
  }

  private String value(MatchResult use, Place place) {
    String name = use.group(2);
    if (name == null) {
      return "${";
    }
    if (use.group(3).isEmpty()) {
      place.report("'${' has no '}'; write $${ for a text that is no parameter");
    } else if (open.contains(name)) {
      place.report(
          "${"
              + name
              + "} has no value; give the time that the run is for with"
              + " -p scheduled=2026-11-26T02:00:00Z");
    } else if (!values.containsKey(name)) {
      place.report(
          values.isEmpty()
              ? "unknown parameter " + name + "; there are none before, add it to parameters"
              : "${" + name + "}: " + Nearest.unknown("parameter", name, values.keySet()));
    } else {
      return values.get(name);
    }
    return use.group();
  }
}
