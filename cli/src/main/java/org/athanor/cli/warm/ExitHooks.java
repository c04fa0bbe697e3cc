// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * What is registered for the end of this JVM, with Hadoop and with the JDK. Neither has a method
 * that lists it, so private fields are read.
 */
final class ExitHooks {
  /** The command's own, which are run for each driver. The engine's stay for its JVM. */
  private static final String COMMAND = "org.athanor.cli.";

  private static final String OURS = "org.athanor.";
  private static final String OUR_THREADS = "athanor-";

  /** Closes file systems, which is done for each driver. */
  private static final String FILE_SYSTEMS = "org.apache.hadoop.fs.FileSystem$";

  private ExitHooks() {}

  /** Runs those that belong to the command, in their order, and removes them. */
  static void runOwn() throws IOException {
    for (Runnable hook : ofHadoop()) {
      if (hook.getClass().getName().startsWith(COMMAND)) {
        ShutdownHookManager.get().removeShutdownHook(hook);
        hook.run();
      }
    }
  }

  /** Returns one of Hadoop's manager that neither Athanor nor Hadoop's file systems have added. */
  static Optional<String> foreign() throws IOException {
    return ofHadoop().stream()
        .filter(hook -> !isKnown(hook))
        .findFirst()
        .map(hook -> hook.getClass().getName());
  }

  private static boolean isKnown(Runnable hook) {
    String name = hook.getClass().getName();
    return name.startsWith(OURS)
        || name.startsWith(FILE_SYSTEMS)
        || (hook instanceof Thread thread && thread.getName().startsWith(OUR_THREADS));
  }

  private static List<Runnable> ofHadoop() throws IOException {
    try {
      Method entries = ShutdownHookManager.class.getDeclaredMethod("getShutdownHooksInOrder");
      entries.setAccessible(true);
      List<Runnable> hooks = new ArrayList<>();
      for (Object entry : (List<?>) entries.invoke(ShutdownHookManager.get())) {
        Method hook = entry.getClass().getDeclaredMethod("getHook");
        hook.setAccessible(true);
        hooks.add((Runnable) hook.invoke(entry));
      }
      return hooks;
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new IOException("this Hadoop does not show its shutdown hooks: " + e, e);
    }
  }

  /** The threads that the JDK would start. */
  static Set<Thread> ofJdk() throws IOException {
    Set<Thread> hooks = Collections.newSetFromMap(new IdentityHashMap<>());
    Object map = read("java.lang.ApplicationShutdownHooks", "hooks");
    if (map == null) {
      throw new IOException("the JVM is ending already");
    }
    for (Object hook : ((Map<?, ?>) map).keySet()) {
      hooks.add((Thread) hook);
    }
    return hooks;
  }

  /** The files that the JDK would delete. */
  static Set<Object> files() throws IOException {
    return new HashSet<>((Set<?>) read("java.io.DeleteOnExitHook", "files"));
  }

  private static Object read(String owner, String name) throws IOException {
    try {
      Field field = Class.forName(owner).getDeclaredField(name);
      field.setAccessible(true);
      return field.get(null);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new IOException("this Java does not show what runs at its end: " + e, e);
    }
  }
}
