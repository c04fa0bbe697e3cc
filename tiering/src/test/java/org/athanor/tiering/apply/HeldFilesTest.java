// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.athanor.testkit.Seeds;
import org.athanor.tiering.apply.HeldFiles.Held;
import org.junit.jupiter.api.Test;

class HeldFilesTest {
  private final Map<String, Held> snapshots = new TreeMap<>();
  private int lists;
  private int asked;
  private int taken;

  private final HeldFiles.Source source =
      new HeldFiles.Source() {
        @Override
        public void list(String directory, HeldFiles.Taker taker) {
          lists++;
          for (Map.Entry<String, Held> file : snapshots.entrySet()) {
            String path = file.getKey();
            int slash = path.lastIndexOf('/');
            if (path.substring(0, slash).equals(directory)) {
              taken++;
              if (!taker.take(path.substring(slash + 1), file.getValue())) {
                return;
              }
            }
          }
        }

        @Override
        public Optional<Held> file(String path) {
          asked++;
          return Optional.ofNullable(snapshots.get(path));
        }
      };

  @Test
  void aDirectoryIsListedOnceForEachSnapshot() throws Exception {
    HeldFiles held = new HeldFiles(source, 1000);
    int first = HeldFiles.ASKED_FIRST;
    for (int file = 0; file < 100; file++) {
      for (int snapshot = 0; snapshot < 5; snapshot++) {
        snapshots.put("/s" + snapshot + "/d/" + file, new Held(file, 7, snapshot / 4));
      }
    }
    List<String> roots = List.of("/s0/d", "/s1/d", "/s2/d", "/s3/d", "/s4/d", "/none/d");
    for (int file = 0; file < 100; file++) {
      assertThat(held.of("/d", String.valueOf(file), roots))
          .containsExactly(new Held(file, 7, 0), new Held(file, 7, 1));
    }
    assertThat(held.of("/d", "none", roots)).isEmpty();
    assertThat(lists).isEqualTo(roots.size());
    assertThat(asked).isEqualTo(first * roots.size());
  }

  /** A listing of each snapshot would cost more than the few questions. */
  @Test
  void aFewFilesAreAskedFor() throws Exception {
    HeldFiles held = new HeldFiles(source, 1000);
    snapshots.put("/s/d/1", new Held(1, 7, 0));
    for (int question = 0; question < HeldFiles.ASKED_FIRST; question++) {
      assertThat(held.of("/d", "1", List.of("/s/d", "/t/d"))).containsExactly(new Held(1, 7, 0));
    }
    assertThat(lists).isZero();
  }

  /** Snapshots that are alike need no memory each, but time. */
  @Test
  void equalSnapshotsAreNotListedWithoutLimit() throws Exception {
    HeldFiles held = new HeldFiles(source, 50);
    List<String> roots = new ArrayList<>();
    for (int snapshot = 0; snapshot < 20; snapshot++) {
      roots.add("/s" + snapshot + "/d");
      for (int file = 0; file < 10; file++) {
        snapshots.put("/s" + snapshot + "/d/" + file, new Held(file, 7, 0));
      }
    }
    for (int question = 0; question < 20; question++) {
      assertThat(held.of("/d", "1", roots)).contains(new Held(1, 7, 0));
    }
    assertThat(taken).isEqualTo(51);
  }

  /** No memory for it: its files are asked for one by one, and it is not listed again and again. */
  @Test
  void aDirectoryWithTooManyFilesIsAskedForFileByFile() throws Exception {
    HeldFiles held = new HeldFiles(source, 20);
    for (int file = 0; file < 1000; file++) {
      snapshots.put("/s/d/" + file, new Held(file, 7, 0));
    }
    for (int file = 0; file < 1000; file++) {
      assertThat(held.of("/d", String.valueOf(file), List.of("/s/d")))
          .containsExactly(new Held(file, 7, 0));
    }
    assertThat(lists).isEqualTo(1);
    assertThat(taken).isEqualTo(21);
    assertThat(asked).isEqualTo(1000);
  }

  /** Whatever is kept, it says what the snapshots have. */
  @Test
  void saysWhatTheSnapshotsHave() throws Exception {
    Random random = Seeds.of("held");
    for (int round = 0; round < 200; round++) {
      snapshots.clear();
      int most = 1 + random.nextInt(30);
      HeldFiles held = new HeldFiles(source, most);
      for (int file = 0; file < 60; file++) {
        snapshots.put(
            "/s" + random.nextInt(3) + "/d" + random.nextInt(4) + "/" + random.nextInt(9),
            new Held(random.nextInt(3), random.nextInt(2), random.nextInt(2)));
      }
      for (int question = 0; question < 100; question++) {
        String directory = "/d" + random.nextInt(4);
        String name = String.valueOf(random.nextInt(9));
        List<String> roots = List.of("/s0" + directory, "/s1" + directory, "/s2" + directory);
        List<Held> expected = new ArrayList<>();
        for (String root : roots) {
          Held one = snapshots.get(root + "/" + name);
          if (one != null) {
            expected.add(one);
          }
        }
        assertThat(new HashSet<>(held.of(directory, name, roots)))
            .as("round %d, at most %d", round, most)
            .isEqualTo(new HashSet<>(expected));
      }
    }
  }
}
