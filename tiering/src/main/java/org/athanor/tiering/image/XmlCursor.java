// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.image;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Moves through the elements of an XML file. Refuses document types, and with them all entities of
 * the document's own; never opens another file.
 */
final class XmlCursor {
  /** More characters than HDFS allows for a name or an attribute, written in escapes. */
  private static final int LONGEST_TEXT = 1 << 18;

  private static final String LIMITS = "http://www.oracle.com/xml/jaxp/properties/";

  private final Path file;
  private final XMLStreamReader reader;

  XmlCursor(Path file, InputStream in) throws ImageException {
    this.file = file;
    // The JDK's own: Hadoop's class path may have another, with other defaults.
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    // The JDK counts &amp; and the like of a whole document as one entity, which may be of any
    // length here.
    factory.setProperty(LIMITS + "maxGeneralEntitySizeLimit", 0);
    factory.setProperty(LIMITS + "totalEntitySizeLimit", 0);
    factory.setXMLResolver(
        (publicId, systemId, baseUri, namespace) -> {
          throw new XMLStreamException("external entities are not allowed");
        });
    try {
      reader = factory.createXMLStreamReader(in);
    } catch (XMLStreamException e) {
      throw failure(file, 1, e);
    }
  }

  /**
   * Moves to the next element inside the one that the cursor has entered, and enters it.
   *
   * @return its name; null if the entered element ends here, which leaves it
   */
  String next() throws ImageException {
    while (true) {
      int event = advance();
      if (event == XMLStreamConstants.START_ELEMENT) {
        return reader.getLocalName();
      }
      if (event == XMLStreamConstants.END_ELEMENT || event == XMLStreamConstants.END_DOCUMENT) {
        return null;
      }
    }
  }

  /** The text of the entered element, which has no others inside; leaves it. */
  String text() throws ImageException {
    String name = reader.getLocalName();
    StringBuilder text = new StringBuilder();
    while (true) {
      int event = advance();
      if (event == XMLStreamConstants.END_ELEMENT) {
        return text.toString();
      }
      if (event == XMLStreamConstants.START_ELEMENT) {
        throw problem("<" + reader.getLocalName() + "> inside <" + name + ">");
      }
      if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
        if (text.length() + reader.getTextLength() > LONGEST_TEXT) {
          throw problem("<" + name + "> has more than " + LONGEST_TEXT + " characters");
        }
        text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
      }
    }
  }

  /** The text of the entered element without Hadoop's escapes; leaves it. */
  String name() throws ImageException {
    String text = text();
    try {
      return HadoopXml.unescape(text);
    } catch (IllegalArgumentException e) {
      throw problem(e.getMessage());
    }
  }

  /** The number in the entered element; leaves it. */
  long number(long least, long most) throws ImageException {
    String name = reader.getLocalName();
    String text = text();
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Falls through to the message, which is the same.
    }
    throw problem("<" + name + "> '" + text + "': must be from " + least + " to " + most);
  }

  /** The number of an inode in the entered element; leaves it. */
  long id() throws ImageException {
    return number(1, Long.MAX_VALUE);
  }

  /** Leaves the entered element. */
  void skip() throws ImageException {
    long depth = 1;
    while (depth > 0) {
      int event = advance();
      if (event == XMLStreamConstants.START_ELEMENT) {
        depth++;
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        depth--;
      }
    }
  }

  ImageException problem(String problem) {
    return new ImageException(file, reader.getLocation().getLineNumber(), problem);
  }

  private int advance() throws ImageException {
    try {
      if (!reader.hasNext()) {
        throw problem("the file ends too early");
      }
      int event = reader.next();
      if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
        throw problem("document types and entities are not allowed");
      }
      return event;
    } catch (XMLStreamException e) {
      throw failure(file, reader.getLocation().getLineNumber(), e);
    }
  }

  /** A failure of the file system if that is the reason, else one of the text. */
  private static ImageException failure(Path file, int line, XMLStreamException e) {
    Throwable cause = e.getNestedException();
    String message = cause instanceof IOException ? cause.toString() : e.getMessage();
    int start = message.indexOf("Message: ");
    String problem = start < 0 ? message : message.substring(start + "Message: ".length());
    return new ImageException(file, line, problem.replaceAll("\\s+", " "), e);
  }
}
