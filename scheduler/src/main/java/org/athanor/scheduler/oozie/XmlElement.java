// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.oozie;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An element of an XML file. Namespaces are left out: those of Oozie differ by version only.
 *
 * @param line where it begins, from 1
 * @param text of the element itself, without that of its children, stripped
 */
record XmlElement(
    String name, int line, Map<String, String> attributes, List<XmlElement> children, String text) {

  /** The children of a name. */
  List<XmlElement> all(String child) {
    return children.stream().filter(each -> each.name().equals(child)).toList();
  }

  /** The first child of a name. */
  Optional<XmlElement> first(String child) {
    return all(child).stream().findFirst();
  }

  /** The text of the first child of a name, if it is not empty. */
  Optional<String> value(String child) {
    return first(child).map(XmlElement::text).filter(text -> !text.isEmpty());
  }

  /** An attribute; empty if it is missing. */
  String attribute(String attribute) {
    return attributes.getOrDefault(attribute, "");
  }
}
