// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.storage.popularity.ConcurrentAccesses;
import org.athanor.storage.popularity.Predictor;

/** How popular files will be, by the times at which they are opened. */
final class Popularity {
  private static final double MILLIS = 1e3;

  private final List<SimulatedFile> files;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<FileOpen> opens;
  private final double period;
  private final double slot;

  /** Empty if the next period is known. */
  private final Optional<Predictor> predictor;

  private int learned;
  private double ended;

  /** When each file was opened last, as far as is learned; negative if never. */
  private final double[] lastOpens;

  private double latest;

  /**
   * Knows files that have not been opened yet.
   *
   * @param foresight by which files are ranked
   * @param opens in any order; those of other paths are left out
   */
  Popularity(
      ManagerRules rules, Foresight foresight, List<SimulatedFile> files, List<FileOpen> opens) {
    this.files = files;
    lastOpens = new double[files.size()];
    Arrays.fill(lastOpens, -1);
    period = rules.periodSeconds();
    slot = rules.slotSeconds();
    predictor =
        foresight instanceof Foresight.Perfect
            ? Optional.empty()
            : Optional.of(learning(foresight, millis(period)));
    for (int number = 0; number < files.size(); number++) {
      numbers.put(files.get(number).path(), number);
    }
    this.opens =
        opens.stream()
            .filter(open -> numbers.containsKey(open.path()))
            .sorted(Comparator.comparingDouble(FileOpen::seconds))
            .toList();
    predictor.ifPresent(
        some -> {
          for (int number = 0; number < files.size(); number++) {
            some.created(number, 0);
          }
        });
  }

  /**
   * A predictor that knows no file.
   *
   * @param foresight that is not perfect
   * @param periodMillis from 1
   */
  static Predictor learning(Foresight foresight, long periodMillis) {
    if (foresight instanceof Foresight.Learned learned) {
      return learned.kind().create(Duration.ofMillis(periodMillis));
    }
    return new ConcurrentAccesses(((Foresight.Concurrent) foresight).slot().toMillis());
  }

  private static long millis(double seconds) {
    return Math.round(seconds * MILLIS);
  }

  /** Ends a period, and predicts the popularity of each file in the next one. */
  double[] endOfPeriod(double seconds) {
    ended = seconds;
    double[] next = new double[files.size()];
    if (predictor.isEmpty()) {
      skipTo(seconds);
      PeriodAccesses known = nextPeriod();
      known.files().forEach(number -> next[number] = known.opens(number));
      return next;
    }
    Predictor learning = predictor.get();
    for (; learned < opens.size() && opens.get(learned).seconds() < seconds; learned++) {
      int number = opened(opens.get(learned));
      int blocks = Math.max(1, files.get(number).blocks());
      learning.accessed(number, millis(opens.get(learned).seconds()), blocks);
    }
    learning.endOfPeriod(millis(seconds));
    for (int number = 0; number < next.length; number++) {
      next[number] = learning.predicted(number);
    }
    return next;
  }

  /** What will happen in the period after the one that ended last. */
  PeriodAccesses nextPeriod() {
    PeriodAccesses next = new PeriodAccesses(slot);
    for (int i = learned; i < opens.size() && opens.get(i).seconds() < ended + period; i++) {
      next.add(numbers.get(opens.get(i).path()), opens.get(i).seconds());
    }
    return next;
  }

  private void skipTo(double seconds) {
    while (learned < opens.size() && opens.get(learned).seconds() < seconds) {
      int unused = opened(opens.get(learned));
      learned++;
    }
  }

  /** Keeps the time of an access, and returns the number of its file. */
  private int opened(FileOpen open) {
    int number = numbers.get(open.path());
    lastOpens[number] = open.seconds();
    latest = open.seconds();
    return number;
  }

  /** Whether a file was opened, until the end of the last period. */
  boolean isOpened(int file) {
    return lastOpens[file] >= 0;
  }

  /** When a file was opened last, from the beginning; 0 if never. */
  double lastUse(int file) {
    return Math.max(0, lastOpens[file]);
  }

  /** When any file was opened last, from the beginning; 0 if never. */
  double latest() {
    return latest;
  }
}
