// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DataCacheTest {
  private static final int PAGE = Pages.PAGE_BYTES;

  /** What a file of one page takes, that of an input included. */
  private static final int FILE = PAGE + DataCache.FILE_BYTES + 128;

  private final DataCache cache = new DataCache();

  private void keep(String key, int bytes) {
    Draft draft = new Draft(cache);
    assertThat(draft.append(new byte[bytes], 0, bytes)).isEqualTo(bytes);
    cache.keep(key, draft.finish());
  }

  private boolean has(String key) throws IOException {
    Optional<Pages> pages = cache.open(key);
    if (pages.isPresent()) {
      pages.get().close();
    }
    return pages.isPresent();
  }

  @Test
  void removesTheFileThatWasUsedLeastRecently() throws IOException {
    cache.limit(3 * FILE);
    keep("a", PAGE);
    keep("b", PAGE);
    cache.open("a").orElseThrow().close();
    keep("c", PAGE);
    keep("d", PAGE);
    assertThat(cache.open("b")).isEmpty();
    assertThat(cache.open("a")).isPresent();
    assertThat(cache.used()).isEqualTo(3 * (PAGE + DataCache.FILE_BYTES));
  }

  @Test
  void keepsWhatIsRead() throws IOException {
    cache.limit(2 * FILE);
    keep("a", PAGE);
    try (Pages pages = cache.open("a").orElseThrow()) {
      keep("b", PAGE);
      Draft draft = new Draft(cache);
      assertThat(draft.append(new byte[PAGE], 0, PAGE)).isEqualTo(PAGE); // instead of b
      assertThat(draft.append(new byte[1], 0, 1)).isZero();
      assertThat(pages.page(0)).hasSize(PAGE);
      draft.drop();
    }
    assertThat(has("a")).isTrue();
  }

  /** Four pages of which two fit: a cycle hits those each time, and a policy by time none. */
  @Test
  void aScanOfMoreThanTheCacheLeavesItAsItIs() {
    cache.limit(2 * FILE);
    int hits = 0;
    for (int round = 0; round < 10; round++) {
      for (int page = 0; page < 4; page++) {
        if (cache.inputPage("file " + page, 1, 0) == null) {
          cache.keepInput("file " + page, 0, new byte[PAGE]);
        } else {
          hits++;
        }
      }
    }
    assertThat(hits).isEqualTo(9 * 2);
    assertThat(cache.used()).isEqualTo(2 * FILE);
  }

  @Test
  void outputsGetTheMemoryOfInputsBeyondTheirHalf() {
    cache.limit(4 * FILE);
    for (int page = 0; page < 4; page++) {
      assertThat(cache.inputPage("input " + page, 1, 0)).isNull();
      cache.keepInput("input " + page, 0, new byte[PAGE]);
    }
    keep("a", PAGE);
    keep("b", PAGE);
    assertThat(cache.used()).isEqualTo(2 * FILE + 2 * (PAGE + DataCache.FILE_BYTES));
    assertThat(cache.open("a")).isPresent();
    assertThat(cache.open("b")).isPresent();
  }

  @Test
  void smallFilesTakeMoreThanTheirBytes() {
    cache.limit(100 * DataCache.FILE_BYTES);
    for (int i = 0; i < 1000; i++) {
      keep("output " + i, 1);
    }
    assertThat(IntStream.range(0, 1000).filter(i -> cache.open("output " + i).isPresent()).count())
        .isBetween(50L, 100L);
  }

  @Test
  void smallInputsTakeMoreThanTheirBytes() {
    cache.limit(100 * DataCache.FILE_BYTES);
    for (int i = 0; i < 1000; i++) {
      assertThat(cache.inputPage("input " + i, 1, 0)).isNull();
      cache.keepInput("input " + i, 0, new byte[1]);
    }
    int kept = 0;
    for (int i = 0; i < 1000; i++) {
      kept += cache.inputPage("input " + i, 1, 0) == null ? 0 : 1;
    }
    assertThat(kept).isBetween(50, 100);
  }
}
