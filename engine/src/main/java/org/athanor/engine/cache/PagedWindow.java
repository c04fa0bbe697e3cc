// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.File;
import java.io.IOException;
import org.athanor.engine.files.Window;

/** The pages of a local file for its reader. Not thread-safe. */
final class PagedWindow implements Window {
  private final File file;
  private final Pages pages;
  private byte[] bytes = {};
  private long start;

  /**
   * @param file the file whose pages they are
   */
  PagedWindow(File file, Pages pages) {
    this.file = file;
    this.pages = pages;
  }

  @Override
  public long length() {
    return pages.length();
  }

  /** Also true for a file that is deleted meanwhile, or that is not written yet. */
  @Override
  public boolean hasItsLength() {
    return file.length() <= pages.length();
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public int find(long offset, int needed) throws IOException {
    if (offset < start || offset + needed > start + bytes.length) {
      load(offset, needed);
    }
    return (int) (offset - start);
  }

  private void load(long offset, int needed) throws IOException {
    int place = Pages.placeOf(offset);
    byte[] page = pages.page(Pages.indexOf(offset));
    if (place + needed <= page.length) {
      bytes = page;
      start = offset - place;
      return;
    }
    byte[] joined = new byte[needed];
    int done = 0;
    while (done < needed) {
      byte[] next = pages.page(Pages.indexOf(offset + done));
      int from = Pages.placeOf(offset + done);
      int piece = Math.min(needed - done, next.length - from);
      System.arraycopy(next, from, joined, done, piece);
      done += piece;
    }
    bytes = joined;
    start = offset;
  }

  @Override
  public int sizeFrom(int index) {
    return bytes.length - index;
  }

  @Override
  public void close() throws IOException {
    pages.close();
  }
}
