// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.athanor.results.Results.WorkloadInfo;

/**
 * Parameters that are given for each worker: the input grows with the number of workers (weak
 * scaling), or the number of part files does. Workloads themselves know the products only.
 */
public final class PerWorker {
  private static final String SIZE = "size";
  private static final String PARTS = "parts";
  private static final String PARTS_PER_WORKER = "partsPerWorker";

  private static final Parameter SIZE_PARAMETER =
      new Parameter(
          WorkloadInfo.SIZE_PER_WORKER,
          Parameter.Type.SIZE,
          "",
          "instead of size: bytes for each worker, so that the input grows with their number (weak"
              + " scaling)");
  private static final Parameter PARTS_PARAMETER =
      new Parameter(
          PARTS_PER_WORKER, Parameter.Type.COUNT, "", "instead of parts: parts for each worker");

  private PerWorker() {}

  /** The same settings for a number of workers, with products instead of amounts per worker. */
  public static Map<String, String> settings(Map<String, String> given, int workers) {
    Map<String, String> settings = new HashMap<>(given);
    Settings own = new Settings(List.of(SIZE_PARAMETER, PARTS_PARAMETER), given);
    if (settings.remove(WorkloadInfo.SIZE_PER_WORKER) != null) {
      long bytes = own.bytes(WorkloadInfo.SIZE_PER_WORKER);
      settings.put(SIZE, Settings.format(saturated(bytes, workers)));
    }
    if (settings.remove(PARTS_PER_WORKER) != null) {
      settings.put(PARTS, Long.toString(saturated(own.count(PARTS_PER_WORKER), workers)));
    }
    return settings;
  }

  /** A product that does not fit is larger than all limits, too. */
  private static long saturated(long amount, int workers) {
    long high = Math.multiplyHigh(amount, workers);
    long product = amount * workers;
    return high == 0 && product >= 0 ? product : Long.MAX_VALUE;
  }

  /**
   * Reasons why products are wrong, each for the parameter that the user has set.
   *
   * @param problems those of {@link #settings} for the same number of workers
   */
  public static List<String> problems(
      Map<String, String> given, int workers, List<String> problems) {
    return problems.stream()
        .filter(
            problem ->
                (problem.startsWith(SIZE + ": ") && given.containsKey(WorkloadInfo.SIZE_PER_WORKER))
                    || (problem.startsWith(PARTS + ": ") && given.containsKey(PARTS_PER_WORKER)))
        .map(
            problem ->
                problem.replaceFirst(": ", "PerWorker: times " + workers + ", the most workers, "))
        .toList();
  }

  /** Adds to a list of parameters what can be given for each worker instead. */
  static void addTo(List<Parameter> parameters, Parameter parameter) {
    parameters.add(parameter);
    if (parameter.name().equals(SIZE)) {
      parameters.add(SIZE_PARAMETER);
    }
    if (parameter.name().equals(PARTS)) {
      parameters.add(PARTS_PARAMETER);
    }
  }

  /** Adds a problem if an amount is given in two ways, or is out of bounds. */
  static void check(Map<String, String> given, Settings settings, List<String> problems) {
    conflict(WorkloadInfo.SIZE_PER_WORKER, SIZE, given, problems);
    conflict(WorkloadInfo.SIZE_PER_WORKER, "input", given, problems);
    conflict(PARTS_PER_WORKER, PARTS, given, problems);
    settings.checkSize(WorkloadInfo.SIZE_PER_WORKER, 1L << 10, 100L << 40, problems);
    settings.checkCount(PARTS_PER_WORKER, 1, 10_000, problems);
  }

  private static void conflict(
      String name, String other, Map<String, String> given, List<String> problems) {
    if (given.containsKey(name) && given.containsKey(other)) {
      problems.add(name + ": cannot be used together with " + other + "; remove one of them");
    }
  }

  /** Removes the default size, which does not count. */
  static void complete(Map<String, String> all) {
    if (all.containsKey(WorkloadInfo.SIZE_PER_WORKER)) {
      all.remove(SIZE);
    }
  }
}
