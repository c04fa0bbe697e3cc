// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Configuration;
import org.athanor.profile.run.Execution;
import org.athanor.profile.run.Framework;
import org.athanor.profile.run.Input;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.NodeUse;
import org.athanor.profile.run.Origin;
import org.athanor.profile.run.Phase;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.profile.run.Site;
import org.athanor.testkit.Seeds;

/**
 * Random runs. They share a few applications, configurations and kinds of nodes, and have texts and
 * numbers that are difficult for databases.
 */
final class RandomRuns {
  static final long SEED = Seeds.seed();

  private static final List<String> TEXTS =
      List.of(
          "", " ", "word count", "'; DROP TABLE run; --", "\"q\"", "%_\\", "é😀\u0001", "a\n\tb");
  private static final List<Double> AMOUNTS =
      List.of(0.0, Double.MIN_VALUE, 0.1, 1.0, 1e15 + 0.5, 9.007199254740992e15, 1e100);
  private static final List<Long> SIZES = List.of(0L, 1L, 1000L, 1500L, 1L << 40, Long.MAX_VALUE);

  private final Random random;

  RandomRuns(long seed) {
    this.random = new Random(seed);
  }

  /** Runs from the seed of this build. */
  static List<Run> list(int size) {
    RandomRuns runs = new RandomRuns(SEED);
    return Stream.generate(runs::next).limit(size).toList();
  }

  /** A run with 3 nodes and 4 phases that differs for each seed and number. */
  static Run numbered(long seed, int number) {
    RandomRuns random = new RandomRuns(seed * 1_000_003 + number);
    Run run = random.next();
    return new Run(
        Run.idOf(List.of(Long.toString(seed), Integer.toString(number))),
        run.origin(),
        run.application(),
        run.configuration(),
        run.input(),
        new Execution(
            run.execution().started(),
            run.execution().wallSeconds(),
            run.execution().disturbance(),
            Stream.generate(random::phase).limit(4).toList(),
            run.execution().intermediateBytes()),
        IntStream.range(0, 3).mapToObj(random::node).toList(),
        run.site());
  }

  Run next() {
    return new Run(
        Run.idOf(List.of(Long.toString(random.nextLong()))),
        new Origin("bench", text(), optional(this::text), text()),
        new Application(List.of("sort", "grep", text()).get(random.nextInt(3)), pairs()),
        new Configuration(
            new Framework(random.nextBoolean() ? "spark" : "hadoop", "4.0", text(), "17"),
            random.nextBoolean() ? "local" : "hdfs",
            1 + random.nextInt(2),
            1L << (30 + random.nextInt(2)),
            pairs()),
        new Input(text(), size()),
        new Execution(
            Instant.ofEpochMilli(1_700_000_000_000L + random.nextInt(3)),
            1 + random.nextInt(100) / 8.0,
            random.nextInt(4) == 0 ? Optional.of(text()) : Optional.empty(),
            Stream.generate(this::phase).limit(random.nextInt(4)).toList(),
            size()),
        IntStream.range(0, 1 + random.nextInt(3)).mapToObj(this::node).toList(),
        random.nextBoolean() ? Site.UNKNOWN : site());
  }

  private Site site() {
    return new Site(
        optional(this::text),
        optional(this::text),
        optional(this::text),
        part(),
        new Site.Scheduling(part(), part(), part(), part()));
  }

  /** Above 0, at most 1. */
  private OptionalDouble part() {
    return random.nextInt(4) == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(1 - random.nextDouble());
  }

  private NodeUse node(int number) {
    Map<Resource, Amount> amounts = new TreeMap<>();
    for (Resource resource : Resource.values()) {
      switch (random.nextInt(8)) {
        case 0 -> amounts.put(resource, Amount.unknown(text()));
        case 1 -> amounts.put(resource, Amount.of(AMOUNTS.get(random.nextInt(AMOUNTS.size()))));
        case 2 -> amounts.remove(resource);
        default -> amounts.put(resource, Amount.of(random.nextDouble() * 1000));
      }
    }
    return new NodeUse("node" + number, kind(), amounts);
  }

  private NodeKind kind() {
    return new NodeKind(
        "x86_64",
        random.nextBoolean() ? "Epyc" : "Xeon",
        8,
        64L << 30,
        random.nextInt(4) == 0 ? Optional.of("KVM") : Optional.empty());
  }

  private Phase phase() {
    double start = random.nextInt(100) / 7.0;
    return new Phase(text(), start, start + random.nextInt(100) / 3.0);
  }

  private OptionalLong size() {
    return random.nextInt(5) == 0
        ? OptionalLong.empty()
        : OptionalLong.of(SIZES.get(random.nextInt(SIZES.size())));
  }

  private Map<String, String> pairs() {
    Map<String, String> pairs = new TreeMap<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      pairs.put(text(), text());
    }
    return random.nextBoolean() ? Map.of() : pairs;
  }

  private String text() {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  private <T> Optional<T> optional(Supplier<T> value) {
    return random.nextBoolean() ? Optional.of(value.get()) : Optional.empty();
  }
}
