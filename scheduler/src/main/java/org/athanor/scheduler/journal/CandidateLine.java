// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.scheduler.energy.Energy;
import org.athanor.scheduler.policy.Candidate;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Source;

/**
 * A candidate as a line of the journal tells it: what {@link #of} writes, to the digits that it
 * writes.
 *
 * @param seconds predicted duration; empty if it was not known
 * @param joules predicted energy; empty if it was not known
 * @param label how the predicted energy is known; empty also in lines of older versions
 * @param fits whether there was room
 */
public record CandidateLine(
    String cluster,
    Optional<Seconds> seconds,
    OptionalDouble joules,
    Optional<Energy.Label> label,
    boolean fits) {
  private static final Pattern LINE =
      Pattern.compile(
          "([^:]*): (?:duration not known|([0-9.]+) s \\(([0-9.]+) to ([0-9.]+); (.*),"
              + " ([0-9]+)\\))(?:, ([0-9]+) J(?: (measured|estimated))?)?, has (no )?room"
              + "(?:, its input is elsewhere.*)?");

  /**
   * A predicted duration.
   *
   * @param source in words
   * @param runs from which it was made
   */
  public record Seconds(double low, double middle, double high, String source, int runs) {}

  /** Reads a line; empty if it is another one's. */
  public static Optional<CandidateLine> parse(String line) {
    Matcher found = LINE.matcher(line);
    if (!found.matches()) {
      return Optional.empty();
    }
    Optional<Seconds> seconds =
        found.group(2) == null
            ? Optional.empty()
            : Optional.of(
                new Seconds(
                    Double.parseDouble(found.group(3)),
                    Double.parseDouble(found.group(2)),
                    Double.parseDouble(found.group(4)),
                    found.group(5),
                    Integer.parseInt(found.group(6))));
    OptionalDouble joules =
        found.group(7) == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(Double.parseDouble(found.group(7)));
    Optional<Energy.Label> label =
        Optional.ofNullable(found.group(8))
            .map(word -> Energy.Label.valueOf(word.toUpperCase(Locale.ROOT)));
    return Optional.of(
        new CandidateLine(found.group(1), seconds, joules, label, found.group(9) == null));
  }

  /** A candidate as one line. */
  public static String of(Candidate candidate) {
    String seconds =
        candidate
            .seconds()
            .map(
                it ->
                    String.format(
                        Locale.ROOT,
                        "%.1f s (%.1f to %.1f; %s, %d)",
                        it.middle(),
                        it.low(),
                        it.high(),
                        it.source().text(),
                        it.runs()))
            .orElse("duration not known");
    String joules =
        candidate
            .joules()
            .map(it -> String.format(Locale.ROOT, ", %.0f J %s", it.middle(), label(it).word()))
            .orElse("");
    return candidate.cluster()
        + ": "
        + seconds
        + joules
        + (candidate.fits() ? ", has room" : ", has no room")
        + input(candidate);
  }

  /** How a predicted energy is known: by runs that were measured, or by a model. */
  private static Energy.Label label(Prediction joules) {
    return joules.source() == Source.POWER ? Energy.Label.ESTIMATED : Energy.Label.MEASURED;
  }

  private static String input(Candidate candidate) {
    String seconds = String.format(Locale.ROOT, "%.1f s", candidate.copySeconds());
    return switch (candidate.access()) {
      case LOCAL -> "";
      case STAGE -> ", its input is elsewhere: a copy takes " + seconds;
      case REMOTE_READ ->
          ", its input is elsewhere and cannot be copied: to read it from there takes " + seconds;
    };
  }
}
