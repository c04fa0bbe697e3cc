// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.apply.LeastReplicas;
import org.athanor.tiering.keep.Keeper;

/**
 * The fewest replicas that a daemon leaves a file, by the rules as they are when it asks: it asks
 * before each plan. Rules that cannot be read then are those that could be read before, with a
 * notice. For one thread.
 */
final class LeastSource implements Supplier<LeastReplicas> {
  /** Reads rules. */
  @FunctionalInterface
  interface Reading {
    /**
     * The number of the rules as they are now.
     *
     * @param warn told in one line why they cannot be read on this host
     * @throws UsageException if they are not valid
     */
    LeastReplicas read(Consumer<String> warn) throws UsageException;
  }

  private static final String KEPT = "; the replication.minimum that they had last still holds";

  private final Reading reading;
  private final Supplier<LeastReplicas> fallback;
  private final Consumer<String> notice;
  private Optional<LeastReplicas> last = Optional.empty();
  private String warned = "";

  /**
   * Reads nothing yet.
   *
   * @param fallback the number if rules could not be read yet
   * @param notice told in one line why rules cannot be read
   */
  LeastSource(Reading reading, Supplier<LeastReplicas> fallback, Consumer<String> notice) {
    this.reading = reading;
    this.fallback = fallback;
    this.notice = notice;
  }

  /**
   * By the rules that are given, or else by those of the configuration.
   *
   * @param keeper has given rules, as it has read them last
   * @throws UsageException if those of the configuration are not valid
   */
  static LeastSource open(
      Optional<Path> given, Configuration configuration, Keeper keeper, Consumer<String> notice)
      throws UsageException {
    Reading reading = warn -> RulesOption.least(given, configuration, warn);
    if (given.isPresent()) {
      return new LeastSource(reading, () -> keeper.leastReplicas(given.get().toString()), notice);
    }
    LeastSource configured = new LeastSource(reading, () -> LeastReplicas.USUAL, notice);
    configured.first();
    return configured;
  }

  private void first() throws UsageException {
    Warning warning = new Warning();
    LeastReplicas least = reading.read(warning);
    if (warning.text.isEmpty()) {
      last = Optional.of(least);
    } else {
      before(warning.text, "");
    }
  }

  @Override
  public LeastReplicas get() {
    try {
      Warning warning = new Warning();
      LeastReplicas least = reading.read(warning);
      if (warning.text.isEmpty()) {
        warned = "";
        last = Optional.of(least);
        return least;
      }
      return last.isEmpty() ? before(warning.text, "") : before("the rules are not there", KEPT);
    } catch (UsageException e) {
      return before(e.getMessage(), KEPT);
    }
  }

  private LeastReplicas before(String why, String more) {
    if (!why.equals(warned)) {
      warned = why;
      notice.accept(why + more);
    }
    return last.orElseGet(fallback);
  }

  private static final class Warning implements Consumer<String> {
    private String text = "";

    @Override
    public void accept(String line) {
      text = line;
    }
  }
}
