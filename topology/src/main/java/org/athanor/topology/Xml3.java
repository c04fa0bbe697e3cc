// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * Translates hwloc's XML format 3 into format 2, which libhwloc 2 reads. Objects, sets, sizes,
 * distances, kinds and memory attributes are the same in both. The differences:
 *
 * <ul>
 *   <li>infos of the topology become infos of the machine;
 *   <li>of the bits of {@code osdev_type}, the first becomes the number of the type;
 *   <li>{@code cache_inclusive} becomes an info of the cache;
 *   <li>{@code pci_locality} and {@code memtier} have no counterpart and are left out, like the
 *       bits that format 3 added to {@code kind} of distances.
 * </ul>
 */
final class Xml3 {
  static final int MAJOR = 3;

  private static final Set<String> LEFT_OUT = Set.of("pci_locality", "memtier");

  /** The bits of {@code kind} of distances that format 2 knows. */
  private static final int DISTANCE_KINDS = 0x1f;

  private Xml3() {}

  static String toVersion2(String xml, TopologySource source) {
    Document document;
    try {
      document = parser().parse(new InputSource(new StringReader(xml)));
    } catch (SAXException e) {
      throw new TopologyException(source + ": is malformed XML: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new TopologyException(source + ": cannot be parsed: " + e, e);
    }
    Element topology = document.getDocumentElement();
    topology.setAttribute("version", "2.0");
    List<Element> elements = children(topology);
    Element machine =
        elements.stream()
            .filter(e -> e.getTagName().equals("object"))
            .findFirst()
            .orElseThrow(() -> new TopologyException(source + ": has no object"));
    for (Element element : elements) {
      switch (element.getTagName()) {
        case "info" -> machine.insertBefore(element, firstObject(machine));
        case "object" -> translateObject(element);
        case "distances2", "distances2hetero" -> maskKind(element);
        default -> {
          if (LEFT_OUT.contains(element.getTagName())) {
            topology.removeChild(element);
          }
        }
      }
    }
    StringBuilder text =
        new StringBuilder(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE topology SYSTEM "hwloc2.dtd">
            """);
    write(topology, "", text);
    return text.toString();
  }

  /** Returns a parser that reads only the text itself: no DTD, no external entities. */
  private static DocumentBuilder parser() {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    try {
      factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
      factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
      factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
      factory.setExpandEntityReferences(false);
      DocumentBuilder parser = factory.newDocumentBuilder();
      parser.setErrorHandler(null);
      return parser;
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the JDK's XML parser cannot be configured", e);
    }
  }

  private static void translateObject(Element object) {
    if (object.hasAttribute("osdev_type")) {
      object.setAttribute("osdev_type", osDeviceType(object));
    }
    if (object.hasAttribute("cache_inclusive")) {
      Element info = object.getOwnerDocument().createElement("info");
      info.setAttribute("name", "Inclusive");
      info.setAttribute("value", object.getAttribute("cache_inclusive"));
      object.removeAttribute("cache_inclusive");
      object.insertBefore(info, firstObject(object));
    }
    for (Element child : children(object)) {
      if (child.getTagName().equals("object")) {
        translateObject(child);
      }
    }
  }

  /** Returns format 2's number of the device type for format 3's bits. */
  private static String osDeviceType(Element device) {
    int bits = Integer.parseInt(device.getAttribute("osdev_type"));
    int storageOrMemory = 1 | 1 << 1;
    int gpu = 1 << 2;
    int coprocessor = 1 << 3;
    int network = 1 << 4;
    int openFabrics = 1 << 5;
    int dma = 1 << 6;
    if ((bits & storageOrMemory) != 0) {
      return "0";
    }
    if ((bits & openFabrics) != 0) {
      return "3";
    }
    if ((bits & network) != 0) {
      return device.getAttribute("subtype").equals("BXI") ? "3" : "2";
    }
    if ((bits & dma) != 0) {
      return "4";
    }
    if ((bits & coprocessor) != 0) {
      String name = device.getAttribute("name");
      return name.startsWith("nvml") || name.startsWith("rsmi") ? "1" : "5";
    }
    return (bits & gpu) != 0 ? "1" : "0";
  }

  private static void maskKind(Element distances) {
    long kind = Long.parseLong(distances.getAttribute("kind"));
    distances.setAttribute("kind", Long.toString(kind & DISTANCE_KINDS));
  }

  private static Node firstObject(Element parent) {
    return children(parent).stream()
        .filter(e -> e.getTagName().equals("object"))
        .findFirst()
        .orElse(null);
  }

  private static List<Element> children(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }

  /** Writes one element per line, because libhwloc's own parser understands only this form. */
  private static void write(Element element, String indent, StringBuilder text) {
    text.append(indent).append('<').append(element.getTagName());
    NamedNodeMap attributes = element.getAttributes();
    // libhwloc needs the type of an object before its other attributes.
    Node type = attributes.getNamedItem("type");
    if (type != null) {
      writeAttribute(type, text);
    }
    for (int i = 0; i < attributes.getLength(); i++) {
      if (attributes.item(i) != type) {
        writeAttribute(attributes.item(i), text);
      }
    }
    List<Element> children = children(element);
    if (!children.isEmpty()) {
      text.append(">\n");
      children.forEach(child -> write(child, indent + "  ", text));
      text.append(indent);
    } else {
      String content = element.getTextContent();
      if (content.isEmpty()) {
        text.append("/>\n");
        return;
      }
      text.append('>');
      escape(content, text);
    }
    text.append("</").append(element.getTagName()).append(">\n");
  }

  private static void writeAttribute(Node attribute, StringBuilder text) {
    text.append(' ').append(attribute.getNodeName()).append("=\"");
    escape(attribute.getNodeValue(), text);
    text.append('"');
  }

  private static void escape(String value, StringBuilder text) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '&' -> text.append("&amp;");
        case '<' -> text.append("&lt;");
        case '>' -> text.append("&gt;");
        case '"' -> text.append("&quot;");
        case '\n' -> text.append("&#10;");
        case '\r' -> text.append("&#13;");
        case '\t' -> text.append("&#9;");
        default -> text.append(c);
      }
    }
  }
}
