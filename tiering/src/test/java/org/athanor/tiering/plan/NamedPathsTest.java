// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedPathsTest {
  private static final List<String> FILES = List.of("/f", "/a/f", "/a/b/f", "/a/b/c/f", "/d/b/f");

  @TempDir Path directory;

  private Namespace namespace() throws IOException {
    Logs image = new Logs();
    for (String file : FILES) {
      image.file(file, 3, Instant.parse("2025-01-01T00:00:00Z"), 1000, 0);
    }
    return Namespace.read(image.image(directory.resolve("image")), ZoneOffset.UTC);
  }

  /** What events have named, as a plain set of paths. */
  private static final class Model {
    private final Set<String> named = new HashSet<>();

    void directories(String path) {
      for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
        named.add(path.substring(0, end));
      }
    }

    boolean isKnownFromImageOnly(String path) {
      boolean inImage = FILES.stream().anyMatch(f -> f.equals(path) || f.startsWith(path + "/"));
      return inImage && !named.contains(path);
    }
  }

  @Test
  void knowsWhatASetOfAllPathsWouldKnow() throws IOException {
    Namespace namespace = namespace();
    Random random = Seeds.of("NamedPaths");
    String[] names = {"a", "b", "c", "d", "f", "elsewhere"};
    for (int history = 0; history < 200; history++) {
      NamedPaths named = new NamedPaths(namespace);
      Model model = new Model();
      for (int event = 0; event < 20; event++) {
        StringBuilder text = new StringBuilder();
        for (int depth = random.nextInt(5); depth >= 0; depth--) {
          text.append('/').append(names[random.nextInt(names.length)]);
        }
        String path = text.toString();
        assertThat(named.isKnownFromImageOnly(path))
            .as(path)
            .isEqualTo(model.isKnownFromImageOnly(path));
        model.directories(path);
        if (random.nextInt(4) == 0) {
          named.nameTarget(path);
          model.named.add(path);
        } else {
          named.nameDirectories(path, namespace.number(path));
        }
      }
    }
  }
}
