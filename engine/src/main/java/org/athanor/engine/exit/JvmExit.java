// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells shutdown hooks which thread ends the JVM, and sets the exit code. Thread-safe. */
public final class JvmExit {
  private static final Logger LOG = LoggerFactory.getLogger(JvmExit.class);

  /** Runs after the other hooks of Hadoop's manager; the last of them closes file systems (10). */
  private static final int LAST = 0;

  /** A slot of the JDK's shutdown sequence, after the application's hooks (1) and deletions (2). */
  private static final int LAST_STEP = 9;

  @GuardedBy("JvmExit.class")
  private static boolean prepared;

  @GuardedBy("JvmExit.class")
  private static boolean decided;

  /** The exit code with which Hadoop's last hook halts the JVM; empty if it does not. */
  @GuardedBy("JvmExit.class")
  private static OptionalInt code = OptionalInt.empty();

  private JvmExit() {}

  /** Returns the thread that ends the JVM and waits for the shutdown hooks, if there is one. */
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

  /** Returns whether {@link #caller} ends the JVM because of a signal, such as Ctrl-C. */
  public static boolean isForSignal(Thread caller) {
    return caller.getName().matches("SIG\\w+ handler");
  }

  /** Registers a shutdown hook for {@link #endWith}. To be called before the JVM begins to end. */
  public static synchronized void prepare() {
    if (!prepared) {
      prepared = true;
      ShutdownHookManager.get().addShutdownHook(JvmExit::haltIfSet, LAST);
    }
  }

  /**
   * Sets the exit code of the JVM, which is already ending. The JVM ends after all shutdown hooks
   * have run. If {@code java.lang} is not open to the engine (the launcher opens it), the JVM ends
   * after the hooks of Hadoop's manager, and does not wait for other hooks. The first call decides;
   * later calls have no effect.
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
      LOG.debug("the JVM ends without waiting for shutdown hooks outside Hadoop's manager", e);
      code = OptionalInt.of(exitCode);
    }
  }

  /** Returns whether {@link #endWith} has been called. */
  public static synchronized boolean isDecided() {
    return decided;
  }

  private static void haltIfSet() {
    OptionalInt exitCode;
    synchronized (JvmExit.class) {
      exitCode = code;
    }
    if (exitCode.isPresent()) {
      Runtime.getRuntime().halt(exitCode.getAsInt());
    }
  }
}
