// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FilterFs;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class FlushedFileSystemTest {
  /** They ask for names, or for what does not depend on files' contents and lengths. */
  private static final Set<String> NAMES =
      Set.of(
          "checkPath",
          "getUriPath",
          "makeQualified",
          "getServerDefaults",
          "getFsStatus",
          "hasPathCapability",
          "getEnclosingRoot");

  @Test
  void noOperationGoesByIt() {
    assertThat(
            Arrays.stream(new Class<?>[] {AbstractFileSystem.class, FilterFs.class})
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(FlushedFileSystemTest::takesPath)
                .filter(method -> !NAMES.contains(method.getName()))
                .filter(method -> !isOverridden(method)))
        .isEmpty();
  }

  private static boolean takesPath(Method method) {
    int modifiers = method.getModifiers();
    return (Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers))
        && !Modifier.isFinal(modifiers)
        && !Modifier.isStatic(modifiers)
        && !method.isSynthetic()
        && Arrays.stream(method.getParameterTypes()).anyMatch(Path.class::isAssignableFrom);
  }

  private static boolean isOverridden(Method method) {
    try {
      return FlushedFileSystem.class.getDeclaredMethod(method.getName(), method.getParameterTypes())
          != null;
    } catch (NoSuchMethodException e) {
      return false;
    }
  }
}
