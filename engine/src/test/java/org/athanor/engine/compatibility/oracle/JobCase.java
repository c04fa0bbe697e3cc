// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * One program with its input, what must come of it, and which differences are meant. Built by
 * chained calls on the test's thread, then only read.
 */
public final class JobCase {
  private final String name;
  private final String covers;
  private InputWriter input = (directory, random) -> {};
  private JobProgram program;
  private boolean fails;
  private boolean jobsByName;
  private String candidateOnly;
  private String notOnYarn;
  private String looseOutput;
  private UnaryOperator<String> normaliser = UnaryOperator.identity();
  private final Map<String, String> meantCounters = new LinkedHashMap<>();
  private final List<Check> checks = new ArrayList<>();

  private JobCase(String name, String covers) {
    this.name = name;
    this.covers = covers;
  }

  /**
   * Begins a case.
   *
   * @param name unique within its test class; a row of docs/compatibility.md
   * @param covers the features it exercises, in a few words
   */
  public static JobCase of(String name, String covers) {
    return new JobCase(name, covers);
  }

  public JobCase input(InputWriter writer) {
    this.input = writer;
    return this;
  }

  public JobCase program(JobProgram jobProgram) {
    this.program = jobProgram;
    return this;
  }

  /** The program must fail on both sides. */
  public JobCase failing() {
    this.fails = true;
    return this;
  }

  /**
   * Hadoop's {@code local} lacks the feature: only the candidate runs, and only checks judge it.
   */
  public JobCase candidateOnly(String reason) {
    this.candidateOnly = reason;
    return this;
  }

  /** On a cluster neither side runs the case. */
  public JobCase notOnYarn(String reason) {
    this.notOnYarn = reason;
    return this;
  }

  /** Contents of files are not compared, only their names. */
  public JobCase comparingNamesOnly(String reason) {
    this.looseOutput = reason;
    return this;
  }

  /** Applied to both sides' files that differ, before they count as different. */
  public JobCase normalising(UnaryOperator<String> textNormaliser) {
    this.normaliser = textNormaliser;
    return this;
  }

  /** A counter ("group|name", or a prefix and *) that is meant to differ in this case. */
  public JobCase meaning(String counter, String reason) {
    meantCounters.put(counter, reason);
    return this;
  }

  /** The program submits jobs from several threads, so their order says nothing. */
  public JobCase comparingJobsByName() {
    this.jobsByName = true;
    return this;
  }

  /** Must hold of each side on its own. */
  public JobCase verifying(Check check) {
    checks.add(check);
    return this;
  }

  String name() {
    return name;
  }

  String covers() {
    return covers;
  }

  InputWriter input() {
    return input;
  }

  JobProgram program() {
    return program;
  }

  boolean fails() {
    return fails;
  }

  /** In the order in which jobs of the two sides belong together. */
  List<ObservedJob> inOrder(List<ObservedJob> jobs) {
    return jobsByName
        ? jobs.stream().sorted(Comparator.comparing(ObservedJob::name)).toList()
        : jobs;
  }

  boolean isCandidateOnly() {
    return candidateOnly != null;
  }

  /** Returns why neither side runs the case on a cluster, or null if both do. */
  String notOnYarn() {
    return notOnYarn;
  }

  boolean comparesContents() {
    return looseOutput == null;
  }

  UnaryOperator<String> normaliser() {
    return normaliser;
  }

  boolean compares(String counter) {
    return CounterRules.isCompared(counter)
        && meantCounters.keySet().stream().noneMatch(rule -> CounterRules.matches(rule, counter));
  }

  List<Check> checks() {
    return checks;
  }

  /** Everything that is not compared in this case, for the reader of the scoreboard. */
  String meantDifferences() {
    List<String> notes = new ArrayList<>();
    if (candidateOnly != null) {
      notes.add("not run on `local`: " + candidateOnly);
    }
    if (notOnYarn != null) {
      notes.add("not run on YARN: " + notOnYarn);
    }
    if (looseOutput != null) {
      notes.add("contents not compared: " + looseOutput);
    }
    Map<String, List<String>> countersByReason = new LinkedHashMap<>();
    meantCounters.forEach(
        (counter, reason) ->
            countersByReason
                .computeIfAbsent(reason, unused -> new ArrayList<>())
                .add("`" + simple(counter) + "`"));
    countersByReason.forEach(
        (reason, counters) -> notes.add(String.join(", ", counters) + ": " + reason));
    return String.join("; ", notes);
  }

  private static String simple(String counter) {
    return counter.substring(counter.indexOf('|') + 1);
  }
}
