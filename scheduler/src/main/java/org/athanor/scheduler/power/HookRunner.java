// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.athanor.scheduler.clusters.PowerDown;
import org.athanor.scheduler.launch.Commands;

/**
 * Runs the user's commands for nodes, one at a time for each node: a later one ends an earlier one
 * that still runs, also one that an earlier process of the scheduler started. Thread-safe.
 */
final class HookRunner {
  private final Commands commands;
  private final Executor executor;
  private final String prefix;
  private final ConcurrentHashMap<String, Chain> chains = new ConcurrentHashMap<>();

  /** The commands of a node. */
  private static final class Chain {
    private final AtomicInteger newest = new AtomicInteger();
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
  }

  /**
   * Makes a runner.
   *
   * @param prefix of the tags by which processes are found, other than those of other schedulers
   */
  HookRunner(Commands commands, Executor executor, String prefix) {
    this.commands = commands;
    this.executor = executor;
    this.prefix = prefix;
  }

  /**
   * Runs a command later. One thread for each node.
   *
   * @param node with its cluster, unique
   * @param done told how it ended, on another thread; also of a command that a later one ended
   */
  void run(
      String node,
      Command.RunHook hook,
      List<String> words,
      PowerDown.Times times,
      Consumer<Event.HookEnded> done) {
    Chain chain = chains.computeIfAbsent(node, unused -> new Chain());
    chain.newest.set(hook.serial());
    chain.last =
        chain.last.thenRunAsync(
            () -> {
              try {
                done.accept(ended(node, hook, words, times, chain.newest));
              } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
                return; // the scheduler ends; the next one begins the command again
              }
            },
            executor);
  }

  /** Also an error must be told: otherwise the node would wait for ever. */
  private Event.HookEnded ended(
      String node,
      Command.RunHook hook,
      List<String> words,
      PowerDown.Times times,
      AtomicInteger newest)
      throws InterruptedException {
    Optional<String> failure;
    try {
      failure = run(node, hook, words, times, newest);
    } catch (IOException | RuntimeException | Error e) {
      failure = Optional.of(e.getMessage() == null ? e.toString() : e.getMessage());
    }
    return new Event.HookEnded(hook.serial(), failure, failure.isPresent() && runs(node, hook));
  }

  /** Whether anything is left of the command, or of those before it that were to be ended. */
  private boolean runs(String node, Command.RunHook hook) throws InterruptedException {
    try {
      boolean ended = true;
      for (int serial = hook.first(); serial <= hook.serial(); serial++) {
        ended &= commands.end(tag(node, serial));
      }
      return !ended;
    } catch (IOException | RuntimeException | Error e) {
      return true; // it is not known
    }
  }

  private Optional<String> run(
      String node,
      Command.RunHook hook,
      List<String> words,
      PowerDown.Times times,
      AtomicInteger newest)
      throws IOException, InterruptedException {
    if (newest.get() != hook.serial()) {
      return Optional.of("another command follows");
    }
    for (int serial = hook.first(); serial < hook.serial(); serial++) {
      if (!commands.end(tag(node, serial))) {
        return Optional.of("an earlier command cannot be ended");
      }
    }
    return commands.run(
        tag(node, hook.serial()), words, times.hook(), () -> newest.get() != hook.serial());
  }

  private String tag(String node, int serial) {
    return prefix + "/" + node + "/" + serial;
  }
}
