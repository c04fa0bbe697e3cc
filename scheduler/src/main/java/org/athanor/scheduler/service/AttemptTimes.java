// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.scheduler.journal.Journal;

/** When the attempts of a run began and ended, by what its journal tells. */
public final class AttemptTimes {
  private static final Pattern OF_ATTEMPT =
      Pattern.compile("([^,:]+), attempt ([0-9]{1,9}): (.*)", Pattern.DOTALL);

  private static final Pattern APPLICATION = Pattern.compile("application_[0-9]+_[0-9]+");
  private static final int MOST_APPLICATIONS = 20;

  private AttemptTimes() {}

  /**
   * An attempt whose process was started.
   *
   * @param ended when its process, or its last application, was seen to have ended; empty if it was
   *     not
   * @param exitCode of its process
   * @param applications of YARN, at most 20
   * @param failed whether its process or an application failed
   */
  public record Times(
      String job,
      int number,
      Instant began,
      Optional<Instant> ended,
      OptionalInt exitCode,
      List<String> applications,
      boolean failed) {}

  /** What is known of an attempt so far. */
  private static final class Known {
    private final String job;
    private final int number;
    private final Instant began;
    private Optional<Instant> ended = Optional.empty();
    private OptionalInt exitCode = OptionalInt.empty();
    private boolean failed;
    private final Set<String> applications = new LinkedHashSet<>();

    Known(String job, int number, Instant began) {
      this.job = job;
      this.number = number;
      this.began = began;
    }

    void happened(Instant at, String what) {
      if (what.startsWith(EventText.EXITED)) {
        ended = Optional.of(at);
        exitCode = OptionalInt.of(Integer.parseInt(what.substring(EventText.EXITED.length())));
        failed = exitCode.getAsInt() != 0;
      } else if (what.equals(EventText.VANISHED) || what.equals(EventText.NEVER_STARTED)) {
        ended = Optional.of(at);
        failed = true;
      } else if (what.startsWith(EventText.APPLICATIONS)) {
        ended = Optional.of(at);
        Matcher names = APPLICATION.matcher(what);
        while (names.find() && applications.size() < MOST_APPLICATIONS) {
          applications.add(names.group());
        }
        failed |= what.contains("state=FAILED");
      }
    }

    Times times() {
      return new Times(job, number, began, ended, exitCode, List.copyOf(applications), failed);
    }
  }

  /**
   * The attempts by job, the first one first.
   *
   * @param events of one run, the first first; attempts that began before them are left out
   */
  public static Map<String, List<Times>> of(List<Journal.Entry> events) {
    Map<String, Map<Integer, Known>> known = new TreeMap<>();
    for (Journal.Entry event : events) {
      Matcher some = OF_ATTEMPT.matcher(event.text());
      if (!some.matches()) {
        continue;
      }
      Map<Integer, Known> attempts = known.computeIfAbsent(some.group(1), job -> new TreeMap<>());
      int number = Integer.parseInt(some.group(2));
      if (some.group(3).startsWith(EventText.SPAWNED)) {
        attempts.put(number, new Known(some.group(1), number, event.at()));
      } else if (attempts.containsKey(number)) {
        attempts.get(number).happened(event.at(), some.group(3));
      }
    }
    Map<String, List<Times>> times = new TreeMap<>();
    known.forEach(
        (job, attempts) -> {
          List<Times> list = new ArrayList<>();
          attempts.values().forEach(attempt -> list.add(attempt.times()));
          times.put(job, list);
        });
    return times;
  }
}
