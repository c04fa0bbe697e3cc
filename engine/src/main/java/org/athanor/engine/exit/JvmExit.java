// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exit;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of this JVM, for shutdown hooks: which thread has called for it, and the exit code.
 * Thread-safe.
 */
public final class JvmExit {
  private static final Logger LOG = LoggerFactory.getLogger(JvmExit.class);

  /**
   * Lower, so later, than all other hooks of Hadoop's manager; the last closes file systems (10).
   */
  private static final int LAST = 0;

  /**
   * A step of the JDK's own sequence, after the applications' hooks (1) and files to delete (2).
   */
  private static final int LAST_STEP = 9;

  private static boolean prepared; // guarded by the class
  private static boolean decided; // guarded by the class
  private static OptionalInt code = OptionalInt.empty(); // guarded by the class

  private JvmExit() {}

  /** Returns the thread whose call ends the JVM; empty if there is none, or it cannot be found. */
  public static Optional<Thread> caller() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> runsHooks(thread.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static boolean runsHooks(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .anyMatch(frame -> frame.getClassName().equals("java.lang.ApplicationShutdownHooks"));
  }

  /** Returns whether a thread that ends the JVM does so for a signal, such as Ctrl-C. */
  public static boolean isForSignal(Thread caller) {
    return caller.getName().matches("SIG\\w+ handler");
  }

  /** Makes {@link #endWith} possible; must be called before the JVM begins to end. */
  public static synchronized void prepare() {
    if (!prepared) {
      prepared = true;
      ShutdownHookManager.get().addShutdownHook(JvmExit::haltIfAsked, LAST);
    }
  }

  /**
   * Has the JVM, which is ending, end with this exit code, after all shutdown hooks have run. Where
   * the JDK does not open {@code java.lang} to the engine (the launcher does) it ends after all
   * hooks of Hadoop's manager, and does not wait for those that others gave the JVM. The first call
   * decides; later ones have no effect.
   *
   * @param exitCode not zero
   */
  public static synchronized void endWith(int exitCode) {
    if (decided) {
      return;
    }
    decided = true;
    try {
      Method add =
          Class.forName("java.lang.Shutdown")
              .getDeclaredMethod("add", int.class, boolean.class, Runnable.class);
      add.setAccessible(true);
      Runnable halt = () -> Runtime.getRuntime().halt(exitCode);
      add.invoke(null, LAST_STEP, true, halt);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.debug("the JVM ends without waiting for hooks that are not Hadoop's", e);
      code = OptionalInt.of(exitCode);
    }
  }

  private static void haltIfAsked() {
    OptionalInt asked;
    synchronized (JvmExit.class) {
      asked = code;
    }
    if (asked.isPresent()) {
      Runtime.getRuntime().halt(asked.getAsInt());
    }
  }
}
