// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.oozie;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads XML that strangers may have written: without document types, so without entities that are
 * files or that grow, and not too deep.
 */
final class SafeXml {
  private static final int DEEPEST = 50;

  private SafeXml() {}

  /** The content is not XML that is read here; the message is for users. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;

    Refused(int line, String message, Throwable cause) {
      super(message, cause);
      this.line = line;
    }

    int line() {
      return line;
    }
  }

  static XmlElement read(byte[] content) throws Refused {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(content));
      try {
        while (reader.next() != XMLStreamConstants.START_ELEMENT) {
          refuseType(reader);
        }
        return element(reader, 1);
      } finally {
        reader.close();
      }
    } catch (XMLStreamException notXml) {
      int line = notXml.getLocation() == null ? 0 : notXml.getLocation().getLineNumber();
      String why = String.valueOf(notXml.getMessage()).replaceFirst("(?s).*Message: ", "");
      throw new Refused(Math.max(0, line), "not XML: " + why, notXml);
    }
  }

  private static void refuseType(XMLStreamReader reader) throws Refused {
    if (reader.getEventType() == XMLStreamConstants.DTD) {
      throw new Refused(
          reader.getLocation().getLineNumber(),
          "document types are refused; delete <!DOCTYPE",
          null);
    }
  }

  private static XmlElement element(XMLStreamReader reader, int depth)
      throws XMLStreamException, Refused {
    int line = reader.getLocation().getLineNumber();
    if (depth > DEEPEST) {
      throw new Refused(line, "elements are more than " + DEEPEST + " deep", null);
    }
    String name = reader.getLocalName();
    Map<String, String> attributes = new LinkedHashMap<>();
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
    }
    List<XmlElement> children = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    while (true) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> children.add(element(reader, depth + 1));
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
            text.append(reader.getText());
        case XMLStreamConstants.ENTITY_REFERENCE ->
            throw new Refused(
                reader.getLocation().getLineNumber(),
                "entity &" + reader.getLocalName() + "; is not known",
                null);
        case XMLStreamConstants.END_ELEMENT -> {
          return new XmlElement(name, line, attributes, children, text.toString().strip());
        }
        default -> {
          // Comments and processing instructions say nothing about the workflow.
        }
      }
    }
  }
}
