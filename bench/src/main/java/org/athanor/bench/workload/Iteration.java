// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.cluster.Command;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Unit;

/**
 * When a workload that improves its result step by step ends: after a number of iterations, or when
 * an iteration changes the result by no more than a tolerance. Immutable.
 *
 * @param tolerance default of the tolerance
 * @param least smallest tolerance that is allowed
 * @param end when the iterations end then, in words
 */
record Iteration(String tolerance, String least, String end) {
  private static final String ITERATIONS = "iterations";
  private static final String UNTIL = "until";
  private static final String TOLERANCE = "tolerance";
  private static final String CONVERGED = "converged";
  private static final String FIXED = "5";
  private static final String MOST = "100";
  private static final BigDecimal MOST_TOLERANCE = new BigDecimal(1_000_000);

  private static final List<MeasureInfo> MEASURES =
      List.of(
          new MeasureInfo(
              ITERATIONS,
              "Iterations",
              Unit.COUNT,
              Better.NEITHER,
              MeasureInfo.Kind.COUNTER,
              "iterations that were done"));

  /** The parameters. */
  List<Parameter> parameters() {
    return List.of(
        new Parameter(
            ITERATIONS,
            Parameter.Type.COUNT,
            "",
            "iterations, from 1 to 1000; by default "
                + FIXED
                + ". If until is converged: at most so many, by default "
                + MOST),
        new Parameter(
            UNTIL,
            Parameter.Type.TEXT,
            "",
            "iterations: as many as these, the default; converged: until " + end),
        new Parameter(
            TOLERANCE,
            Parameter.Type.DECIMAL,
            "",
            "if until is converged, from "
                + least
                + " to "
                + MOST_TOLERANCE
                + "; by default "
                + tolerance));
  }

  /** Adds the defaults that depend on each other. */
  Map<String, String> withDefaults(Map<String, String> given) {
    Map<String, String> all = new LinkedHashMap<>(given);
    boolean converged = CONVERGED.equals(given.get(UNTIL));
    all.putIfAbsent(ITERATIONS, converged ? MOST : FIXED);
    if (converged) {
      all.putIfAbsent(TOLERANCE, tolerance);
    }
    return all;
  }

  void check(Settings settings, List<String> problems) {
    settings.checkCount(ITERATIONS, 1, 1000, problems);
    settings.checkWord(UNTIL, List.of(ITERATIONS, CONVERGED), problems);
    settings.checkDecimal(TOLERANCE, new BigDecimal(least), MOST_TOLERANCE, problems);
    if (settings.get(TOLERANCE).isPresent()
        && settings.get(UNTIL).map(ITERATIONS::equals).orElse(true)) {
      problems.add(TOLERANCE + ": needs until: " + CONVERGED);
    }
  }

  /** Why programs of an API cannot know when to end; empty if they can. */
  Optional<String> unsupported(String kind, Api api, Settings settings) {
    return api == Api.COMMAND && settings.get(TOLERANCE).isPresent()
        ? Optional.of(
            kind
                + " with until: converged is not for frameworks with api: command, whose command"
                + " does not know the tolerance")
        : Optional.empty();
  }

  /** Options of programs and of the check. */
  Map<String, String> options(Settings settings) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(ITERATIONS, settings.text(ITERATIONS));
    settings.get(TOLERANCE).ifPresent(value -> options.put(TOLERANCE, value));
    return options;
  }

  /** Declares how many iterations a program has done. */
  static List<MeasureInfo> measures() {
    return MEASURES;
  }

  /** The command that prints how many. */
  static Command measurement(WorkloadRun run) {
    return run.tools().command(WorkloadTools.ITERATIONS, List.of(run.output()));
  }
}
