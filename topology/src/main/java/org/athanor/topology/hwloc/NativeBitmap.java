// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.hwloc;

import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

/**
 * An hwloc bitmap that this process owns, for one call. Sets cross the border as hwloc's own mask
 * text ({@code 0x00000001,0x0000000f}), which every 2.x reads and writes, infinite sets included.
 * Not thread-safe.
 */
public final class NativeBitmap implements AutoCloseable {
  private static final int FIRST_TEXT_BYTES = 512;

  private final HwlocFunctions functions;
  private final Pointer bitmap;

  /** An empty bitmap. */
  public NativeBitmap(HwlocFunctions functions) {
    this.functions = functions;
    this.bitmap = functions.hwloc_bitmap_alloc();
    if (bitmap == null) {
      throw new OutOfMemoryError("libhwloc could not allocate a bitmap");
    }
  }

  /** A bitmap with the members that the mask names. */
  public NativeBitmap(HwlocFunctions functions, String mask) {
    this(functions);
    if (functions.hwloc_bitmap_sscanf(bitmap, mask) != 0) {
      functions.hwloc_bitmap_free(bitmap);
      throw new IllegalArgumentException("libhwloc does not read the mask " + mask);
    }
  }

  public Pointer pointer() {
    return bitmap;
  }

  public String mask() {
    return mask(functions, bitmap);
  }

  /** The mask of any bitmap, also one that libhwloc owns. */
  public static String mask(HwlocFunctions functions, Pointer bitmap) {
    byte[] text = new byte[FIRST_TEXT_BYTES];
    int length = functions.hwloc_bitmap_snprintf(text, text.length, bitmap);
    if (length >= text.length) {
      text = new byte[length + 1];
      functions.hwloc_bitmap_snprintf(text, text.length, bitmap);
    }
    return new String(text, 0, length, StandardCharsets.US_ASCII);
  }

  @Override
  public void close() {
    functions.hwloc_bitmap_free(bitmap);
  }
}
