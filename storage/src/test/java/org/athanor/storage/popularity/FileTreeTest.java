// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class FileTreeTest {
  private final FileTree tree = new FileTree();
  private final List<Integer> removed = new ArrayList<>();

  private int add(String path) {
    return tree.add(path, removed::add);
  }

  private void rename(String from, String to) {
    tree.rename(from, to, removed::add);
  }

  @Test
  void aFileKeepsItsNumberWhenADirectoryAboveItIsRenamed() {
    int a = add("/data/_temporary/1/a");
    int b = add("/data/_temporary/1/b");

    rename("/data/_temporary/1", "/data/day=1");

    assertThat(tree.file("/data/day=1/a")).isEqualTo(a);
    assertThat(tree.path(b)).isEqualTo("/data/day=1/b");
    assertThat(tree.file("/data/_temporary/1/a")).isEqualTo(FileTree.NONE);
    assertThat(removed).isEmpty();
  }

  @Test
  void aRenameToAKnownDirectoryMovesIntoIt() {
    int a = add("/a");
    add("/d/b");

    rename("/a", "/d");

    assertThat(tree.file("/d/a")).isEqualTo(a);
    assertThat(tree.size()).isEqualTo(2);
  }

  @Test
  void aRenameToAKnownFileReplacesIt() {
    int a = add("/a");
    int b = add("/b");

    rename("/a", "/b");

    assertThat(tree.file("/b")).isEqualTo(a);
    assertThat(removed).containsExactly(b);
    assertThat(tree.size()).isEqualTo(1);
  }

  @Test
  void aRenameOfAnUnknownFileToAKnownOneReplacesIt() {
    int b = add("/b");

    rename("/unknown", "/b");

    assertThat(removed).containsExactly(b);
    assertThat(tree.size()).isZero();
  }

  @Test
  void ignoresRenamesThatHdfsRefuses() {
    int a = add("/d/a");
    int b = add("/d/d/b");

    rename("/d", "/d/d");
    rename("/d", "/d/new/place");
    rename("/", "/x");
    rename("/d/d", "/");
    rename("/d/a", "/d/a/b");
    rename("/d/a", "/d/a");

    assertThat(tree.path(a)).isEqualTo("/d/a");
    assertThat(tree.path(b)).isEqualTo("/d/d/b");
    assertThat(removed).isEmpty();
  }

  @Test
  void whatContradictsAFileIsRemoved() {
    int file = add("/a");
    int below = add("/a/b");
    assertThat(removed).containsExactly(file);

    int again = add("/a");
    assertThat(removed).containsExactly(file, below);
    assertThat(tree.file("/a")).isEqualTo(again);
    assertThat(tree.size()).isEqualTo(1);
  }

  @Test
  void slashesAndStrangeNamesAreNoTrouble() {
    int a = add("//a///b c\t=ü/");
    assertThat(tree.file("/a/b c\t=ü")).isEqualTo(a);
    assertThat(tree.path(a)).isEqualTo("/a/b c\t=ü");
    assertThatThrownBy(() -> add("//")).hasMessage("path=\"//\": must not be the root");
  }

  @Test
  void numbersAreUsedAgain() {
    for (int i = 0; i < 10_000; i++) {
      add("/dir" + i + "/file");
      tree.remove("/dir" + i, removed::add);
    }
    assertThat(tree.end()).isEqualTo(3);
    assertThat(removed).hasSize(10_000);
  }

  /** The model is a map from paths to numbers; directories are what is before the slashes. */
  @Test
  void agreesWithAMapOfPaths() throws IOException {
    for (int history = 0; history < 2000; history++) {
      Random random = new Random(Seeds.of("FileTree").nextLong() + history);
      FileTree tested = new FileTree();
      Map<String, Integer> model = new TreeMap<>();
      for (int i = 0; i < 60; i++) {
        step(tested, model, random);
        if (random.nextInt(20) == 0) {
          tested = copy(tested);
        }
        Map<String, Integer> content = content(tested);
        assertThat(content)
            .as("seed %d, history %d, step %d", Seeds.seed(), history, i)
            .isEqualTo(model);
        assertThat(tested.size()).isEqualTo(model.size());
      }
    }
  }

  private static void step(FileTree tested, Map<String, Integer> model, Random random) {
    Set<Integer> gone = new TreeSet<>();
    Map<String, Integer> before = new HashMap<>(model);
    String path = randomPath(random);
    switch (random.nextInt(4)) {
      case 0, 1 -> {
        int number = tested.add(path, gone::add);
        model.keySet().removeIf(other -> below(other, path) || below(path, other));
        Integer known = model.putIfAbsent(path, number);
        assertThat(known == null || known == number).isTrue();
      }
      case 2 -> {
        tested.remove(path, gone::add);
        model.keySet().removeIf(other -> other.equals(path) || below(other, path));
      }
      default -> {
        String to = randomPath(random);
        tested.rename(path, to, gone::add);
        renameInModel(model, path, to);
      }
    }
    Set<Integer> expectedGone = new TreeSet<>(before.values());
    expectedGone.removeAll(model.values());
    gone.removeAll(model.values());
    assertThat(gone).isEqualTo(expectedGone);
  }

  private static void renameInModel(Map<String, Integer> model, String from, String to) {
    boolean known = model.keySet().stream().anyMatch(p -> p.equals(from) || below(p, from));
    if (from.equals(to) || below(to, from)) {
      return;
    }
    if (!known) {
      model.remove(to);
      return;
    }
    boolean directory = model.keySet().stream().anyMatch(p -> below(p, to));
    String target = directory ? to + from.substring(from.lastIndexOf('/')) : to;
    if (target.equals(from) || below(from, target)) {
      return;
    }
    Map<String, Integer> moved = new HashMap<>();
    model.forEach(
        (path, number) -> {
          if (path.equals(from) || below(path, from)) {
            moved.put(target + path.substring(from.length()), number);
          }
        });
    model.keySet().removeIf(p -> p.equals(from) || below(p, from));
    model.keySet().removeIf(p -> p.equals(target) || below(p, target) || below(target, p));
    model.putAll(moved);
  }

  private static boolean below(String path, String directory) {
    return path.startsWith(directory + "/");
  }

  private static String randomPath(Random random) {
    StringBuilder path = new StringBuilder();
    for (int depth = 1 + random.nextInt(4); depth > 0; depth--) {
      path.append('/').append((char) ('a' + random.nextInt(3)));
    }
    return path.toString();
  }

  private static Map<String, Integer> content(FileTree tree) {
    Map<String, Integer> content = new TreeMap<>();
    for (int node = 0; node < tree.end(); node++) {
      if (tree.isFile(node)) {
        content.put(tree.path(node), node);
        assertThat(tree.file(tree.path(node))).isEqualTo(node);
      }
    }
    return content;
  }

  private static FileTree copy(FileTree tree) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    tree.write(new DataOutputStream(bytes));
    return FileTree.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
  }

  @Test
  void noticesDirectoriesInACircle() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(3);
    for (int parent : new int[] {2, 1}) {
      out.writeInt(parent);
      out.writeUTF("x");
      out.writeBoolean(true);
    }
    assertThatThrownBy(
            () -> FileTree.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))))
        .isInstanceOf(IOException.class)
        .hasMessage("popularity state is damaged: it has directories in a circle");
  }
}
