// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.hwloc;

import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

/**
 * An hwloc bitmap that this process owns, used for one call. Sets are passed to and from libhwloc
 * as its mask text ({@code 0x00000001,0x0000000f}), which every 2.x reads and writes, also for
 * infinite sets. Not thread-safe.
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

  /** A bitmap with the members of the mask. */
  public NativeBitmap(HwlocFunctions functions, String mask) {
    this(functions);
    if (functions.hwloc_bitmap_sscanf(bitmap, mask) != 0) {
      functions.hwloc_bitmap_free(bitmap);
      throw new IllegalArgumentException("libhwloc cannot read the mask " + mask);
    }
  }

  public Pointer pointer() {
    return bitmap;
  }

  public String mask() {
    return mask(functions, bitmap);
  }

  /** Returns the mask of a bitmap, which libhwloc may own. */
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
