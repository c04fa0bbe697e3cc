// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * The properties of a configuration file of Hadoop. References such as {@code
 * ${yarn.resourcemanager.hostname}} are replaced by properties of the file. Files with a document
 * type are refused, and includes are not followed.
 */
final class HadoopSite {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}$]{1,200})}");
  private static final int DEEPEST = 20;

  private final Map<String, String> properties;

  HadoopSite(Map<String, String> properties) {
    this.properties = Map.copyOf(properties);
  }

  /**
   * Reads a file.
   *
   * @throws IOException if there is none, or it is not such a file; the message says why
   */
  static HadoopSite read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      var builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null);
      Map<String, String> properties = new HashMap<>();
      NodeList elements = builder.parse(in).getElementsByTagName("property");
      for (int i = 0; i < elements.getLength(); i++) {
        Element property = (Element) elements.item(i);
        child(property, "name")
            .ifPresent(
                name -> child(property, "value").ifPresent(value -> properties.put(name, value)));
      }
      return new HadoopSite(properties);
    } catch (SAXParseException notXml) {
      throw new IOException("line " + notXml.getLineNumber() + ": " + notXml.getMessage(), notXml);
    } catch (SAXException | ParserConfigurationException notXml) {
      throw new IOException(notXml.getMessage(), notXml);
    }
  }

  private static Optional<String> child(Element property, String tag) {
    for (Node node = property.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node.getNodeName().equals(tag)) {
        return Optional.of(node.getTextContent().strip());
      }
    }
    return Optional.empty();
  }

  /** The value of a property; empty if there is none, or if it is blank. */
  Optional<String> get(String name) {
    return Optional.ofNullable(properties.get(name))
        .map(this::replaced)
        .filter(value -> !value.isBlank());
  }

  private String replaced(String value) {
    String text = value;
    for (int depth = 0; depth < DEEPEST; depth++) {
      String next =
          REFERENCE
              .matcher(text)
              .replaceAll(
                  found ->
                      Matcher.quoteReplacement(
                          properties.getOrDefault(found.group(1), found.group())));
      if (next.equals(text) || next.length() > 10_000) {
        break;
      }
      text = next;
    }
    return text;
  }
}
