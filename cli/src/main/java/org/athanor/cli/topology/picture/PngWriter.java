// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;

/** A picture as PNG, one pixel of it per pixel of the picture. */
public final class PngWriter {
  private static final int BYTES_PER_PIXEL = 4;

  private final Graphics2D graphics;

  private PngWriter(Graphics2D graphics) {
    this.graphics = graphics;
  }

  /**
   * The file's content.
   *
   * @throws IOException if the picture needs more memory than there is, or this Java has no fonts
   */
  public static byte[] of(Picture picture) throws IOException {
    System.setProperty("java.awt.headless", "true");
    checkMemory(picture);
    BufferedImage image =
        new BufferedImage(picture.width(), picture.height(), BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      new PngWriter(graphics).paint(picture);
    } catch (LinkageError | InternalError | NullPointerException e) {
      // A JRE without fonts throws one of these, with no useful message.
      throw new IOException(
          "this Java finds no fonts: install packages fontconfig and fonts-dejavu-core"
              + " (dejavu-sans-fonts on Fedora, RHEL), or draw with --svg",
          e);
    } finally {
      graphics.dispose();
    }
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    ImageIO.setUseCache(false);
    ImageIO.write(image, "png", png);
    return png.toByteArray();
  }

  private static void checkMemory(Picture picture) throws IOException {
    long bytes = (long) picture.width() * picture.height() * BYTES_PER_PIXEL;
    if (bytes > Runtime.getRuntime().maxMemory() / 2) {
      throw new IOException(
          "the picture is "
              + picture.width()
              + " x "
              + picture.height()
              + " pixels, too large for this heap: set ATHANOR_HEAP="
              + (bytes / (1 << 29) + 1)
              + "g, or draw with --svg");
    }
  }

  private void paint(Picture picture) {
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    // Otherwise letters are rounded up to whole pixels, and texts outgrow their boxes.
    graphics.setRenderingHint(
        RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, TextLine.FONT_SIZE));
    graphics.setColor(new Color(Picture.BACKGROUND));
    graphics.fillRect(0, 0, picture.width(), picture.height());
    box(picture.machine());
    picture.legend().forEach(this::text);
  }

  private void box(Box box) {
    graphics.setColor(new Color(box.style().rgb()));
    graphics.fillRect(box.x(), box.y(), box.width(), box.height());
    graphics.setColor(new Color(Picture.INK));
    graphics.drawRect(box.x(), box.y(), box.width() - 1, box.height() - 1);
    box.text().forEach(this::text);
    box.children().forEach(this::box);
  }

  private void text(TextLine line) {
    graphics.setColor(new Color(Picture.INK));
    graphics.drawString(line.text(), line.x(), line.baseline());
  }
}
