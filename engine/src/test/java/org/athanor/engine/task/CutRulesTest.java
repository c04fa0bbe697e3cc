// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.apache.hadoop.mapreduce.Reducer;
import org.athanor.engine.testing.CompiledJar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CutRulesTest {
  /** Loads classes of a jar, but for one. */
  private static final class Without extends URLClassLoader {
    private final String missing;

    Without(Path jar, String missing) throws Exception {
      super(new URL[] {jar.toUri().toURL()}, CutRulesTest.class.getClassLoader());
      this.missing = missing;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.equals(missing)) {
        throw new ClassNotFoundException(name);
      }
      return super.findClass(name);
    }
  }

  @Test
  void reducersThatKeepNothingMayBeCut() {
    assertThat(CutRules.dependence(Reducer.class, true)).isEmpty();
  }

  @Test
  void doesNotCutIfMethodsOfTheReducerCannotBeLookedAt(@TempDir Path root) throws Exception {
    Path jar =
        CompiledJar.of(
            root.resolve("job.jar"),
            "Needs",
            """
            public class Needs extends org.apache.hadoop.mapreduce.Reducer {
              static class Missing {}

              void never(Missing missing) {}
            }
            """);
    try (Without loader = new Without(jar, "Needs$Missing")) {
      assertThat(CutRules.dependence(loader.loadClass("Needs"), true))
          .contains(
              "its reducer Needs has methods that cannot be looked at:"
                  + " java.lang.NoClassDefFoundError: Needs$Missing");
    }
  }
}
