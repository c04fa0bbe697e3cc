// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Writes PNG files of 24-bit images. The JDK's encoder is not used: it creates four objects per
 * pixel, and took more time than the rest of a large report.
 */
final class Png {

  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int BITS = 8;
  private static final int TRUE_COLOUR = 2;
  private static final int FILTER_UP = 2;
  private static final int CHANNELS = 3;
  private static final int LEVEL = 4;

  private Png() {}

  /** Writes an image of {@link BufferedImage#TYPE_INT_RGB}. */
  static void write(BufferedImage image, OutputStream target) throws IOException {
    DataOutputStream out = new DataOutputStream(target);
    out.write(SIGNATURE);
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    DataOutputStream fields = new DataOutputStream(header);
    fields.writeInt(image.getWidth());
    fields.writeInt(image.getHeight());
    fields.write(new byte[] {BITS, TRUE_COLOUR, 0, 0, 0});
    chunk(out, "IHDR", header.toByteArray());
    chunk(out, "IDAT", pixels(image));
    chunk(out, "IEND", new byte[0]);
  }

  /** Encodes each row as its difference from the row above, which is mostly zero. */
  private static byte[] pixels(BufferedImage image) throws IOException {
    int width = image.getWidth();
    int[] pixels = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
    byte[] row = new byte[1 + CHANNELS * width];
    row[0] = FILTER_UP;
    ByteArrayOutputStream data = new ByteArrayOutputStream(1 << 16);
    Deflater deflater = new Deflater(LEVEL);
    try (DeflaterOutputStream out = new DeflaterOutputStream(data, deflater, 1 << 14)) {
      for (int y = 0; y < image.getHeight(); y++) {
        for (int x = 0; x < width; x++) {
          int pixel = pixels[y * width + x];
          int above = y == 0 ? 0 : pixels[(y - 1) * width + x];
          int at = 1 + CHANNELS * x;
          row[at] = (byte) ((pixel >> 16) - (above >> 16));
          row[at + 1] = (byte) ((pixel >> 8) - (above >> 8));
          row[at + 2] = (byte) (pixel - above);
        }
        out.write(row);
      }
    } finally {
      deflater.end();
    }
    return data.toByteArray();
  }

  private static void chunk(DataOutputStream out, String name, byte[] content) throws IOException {
    byte[] type = name.getBytes(StandardCharsets.US_ASCII);
    CRC32 sum = new CRC32();
    sum.update(type);
    sum.update(content);
    out.writeInt(content.length);
    out.write(type);
    out.write(content);
    out.writeInt((int) sum.getValue());
  }
}
