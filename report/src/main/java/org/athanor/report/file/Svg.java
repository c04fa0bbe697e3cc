// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.awt.Dimension;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.StringWriter;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGIDGenerator;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Writes a drawing as an SVG element, without an XML declaration, so that pages can contain it. */
final class Svg {

  private static final String NAMESPACE = "http://www.w3.org/2000/svg";

  /** Decimal places of coordinates; a hundredth of a point is finer than any print. */
  private static final int PRECISION = 2;

  private Svg() {}

  static String of(Drawing drawing) throws IOException {
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document());
    context.setComment(null);
    context.setPrecision(PRECISION);
    context.setIDGenerator(new PrefixedIds(drawing.id()));
    SVGGraphics2D graphics = new SVGGraphics2D(context, false);
    graphics.setSVGCanvasSize(new Dimension(drawing.width(), drawing.height()));
    drawing.chart().draw(graphics, new Rectangle2D.Double(0, 0, drawing.width(), drawing.height()));
    Element root = graphics.getRoot();
    root.setAttribute("id", drawing.id());
    root.setAttribute("viewBox", "0 0 " + drawing.width() + " " + drawing.height());
    return serialised(root);
  }

  private static String serialised(Element root) throws IOException {
    StringWriter text = new StringWriter();
    try {
      Transformer identity = TransformerFactory.newDefaultInstance().newTransformer();
      identity.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
      identity.transform(new DOMSource(root), new StreamResult(text));
    } catch (TransformerException e) {
      throw new IOException("figure " + root.getAttribute("id") + ": " + e.getMessage(), e);
    }
    return text.toString();
  }

  private static Document document() {
    try {
      return DocumentBuilderFactory.newDefaultInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument(NAMESPACE, "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the JDK's own XML parser cannot be configured", e);
    }
  }

  /** Adds a prefix to identifiers, so that two figures on one page have different ones. */
  private static final class PrefixedIds extends SVGIDGenerator {
    private final String prefix;

    PrefixedIds(String prefix) {
      this.prefix = prefix;
    }

    @Override
    public String generateID(String kind) {
      return prefix + "-" + super.generateID(kind);
    }
  }
}
