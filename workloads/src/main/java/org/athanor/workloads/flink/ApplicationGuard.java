// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.yarn.api.records.ApplicationId;

/**
 * Kills an application once if its client stops waiting for it: because of an error, or because the
 * client's process is ended. Thread-safe.
 */
final class ApplicationGuard implements AutoCloseable {
  /** How long it waits for a deployment that Flink gives up, since the process is ended. */
  private static final Duration DEPLOYMENT = Duration.ofSeconds(10);

  /** Before Hadoop closes the file systems, from which files of the application are deleted. */
  private static final int PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 1;

  /** Kills an application by a client of its own, since the others may be closed meanwhile. */
  interface Killer {
    void kill(ApplicationId application) throws Exception;
  }

  private final Killer killer;
  private final Consumer<String> out;
  private final Runnable hook = this::atShutdown;
  private final CompletableFuture<Optional<ApplicationId>> deployed = new CompletableFuture<>();
  private final AtomicBoolean done = new AtomicBoolean();

  private ApplicationGuard(Killer killer, Consumer<String> out) {
    this.killer = killer;
    this.out = out;
  }

  /**
   * Guards an application that is deployed next.
   *
   * @param out gets a line that says what has become of a kill
   * @throws IllegalStateException if the process is being ended
   */
  static ApplicationGuard install(Killer killer, Consumer<String> out) {
    ApplicationGuard guard = new ApplicationGuard(killer, out);
    ShutdownHookManager.get().addShutdownHook(guard.hook, PRIORITY);
    return guard;
  }

  /** Says that the application runs. Until then, Flink kills it if the process is ended. */
  void deployed(ApplicationId application) {
    deployed.complete(Optional.of(application));
  }

  /** Says that the application has ended. */
  void ended() {
    done.set(true);
  }

  /** Kills the application unless it has ended, was killed, or is being killed. */
  @Override
  public void close() {
    deployed.complete(Optional.empty());
    deployed.getNow(Optional.empty()).ifPresent(this::kill);
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      remove();
    }
  }

  private void remove() {
    try {
      ShutdownHookManager.get().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The process began to end just now. The hook has nothing left to do.
    }
  }

  void atShutdown() {
    try {
      deployed.get(DEPLOYMENT.toMillis(), TimeUnit.MILLISECONDS).ifPresent(this::kill);
    } catch (TimeoutException | ExecutionException unknown) {
      out.accept("the application whose deployment was interrupted may be left");
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
  }

  private void kill(ApplicationId application) {
    if (done.getAndSet(true)) {
      return;
    }
    try {
      killer.kill(application);
      out.accept(application + ": killed");
    } catch (Exception failed) {
      out.accept(application + ": could not be killed: " + failed);
    }
  }
}
