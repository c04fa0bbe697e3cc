// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

import java.util.Locale;

/** A picture as SVG that browsers, editors and office programs show alike. */
public final class SvgWriter {
  private static final String FONTS = "Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif";

  private final StringBuilder svg = new StringBuilder();

  private SvgWriter() {}

  /** The whole document, in UTF-8 once it is encoded. */
  public static String of(Picture picture) {
    SvgWriter writer = new SvgWriter();
    writer.document(picture);
    return writer.svg.toString();
  }

  private void document(Picture picture) {
    svg.append(
        String.format(
            Locale.ROOT,
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" role="img" aria-label="%3$s">
            <title>%3$s</title>
            <rect width="100%%" height="100%%" fill="%4$s"/>
            <g font-family="%5$s" font-size="%6$d" fill="%7$s" stroke-width="1">
            """,
            picture.width(),
            picture.height(),
            escaped(picture.title()),
            colour(Picture.BACKGROUND),
            FONTS,
            TextLine.FONT_SIZE,
            colour(Picture.INK)));
    box(picture.machine());
    picture.legend().forEach(this::text);
    svg.append("</g>\n</svg>\n");
  }

  private void box(Box box) {
    svg.append("<g class=\"").append(box.style().className()).append("\"><title>");
    svg.append(escaped(tooltip(box))).append("</title>");
    // Half a pixel in, so that a border of one pixel is sharp.
    svg.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d.5\" y=\"%d.5\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"%s\"/>\n",
            box.x(),
            box.y(),
            box.width() - 1,
            box.height() - 1,
            colour(box.style().rgb()),
            colour(Picture.INK)));
    box.text().forEach(this::text);
    box.children().forEach(this::box);
    svg.append("</g>\n");
  }

  private static String tooltip(Box box) {
    String object = box.object().toString();
    return box.object().hasSets()
        ? object + ", PUs P#" + box.object().cpuset().toListString()
        : object;
  }

  private void text(TextLine line) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\">%s</text>\n",
            line.x(),
            line.baseline(),
            escaped(line.text())));
  }

  private static String colour(int rgb) {
    return String.format(Locale.ROOT, "#%06x", rgb);
  }

  /** Fit for text and attributes; characters that XML does not allow are replaced. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(isAllowed(c) ? c : '\ufffd');
              }
            });
    return escaped.toString();
  }

  private static boolean isAllowed(int c) {
    return c >= ' ' && (c < 0xd800 || c > 0xdfff) && c != 0xfffe && c != 0xffff;
  }
}
