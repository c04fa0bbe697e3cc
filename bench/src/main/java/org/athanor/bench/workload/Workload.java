// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A workload with its parameters. Implementations keep no state; inputs and references are files.
 */
public interface Workload {

  /** Such as {@code terasort}. */
  String kind();

  /** All of its parameters, defaults filled in, as results tell them. */
  Map<String, String> settings();

  /** What its input is, in words, such as {@code random text, seed 1}. */
  String input();

  /** How much it needs. */
  Footprint footprint();

  /**
   * Why a framework of this API cannot run it; empty if it can. One line, such as {@code has no
   * program for Flink}.
   */
  Optional<String> unsupported(Api api);

  /** Why it cannot run here, each with a remedy, such as an input that is not there. */
  List<String> problems(DataSite site) throws InterruptedException;

  /**
   * Generates its input, and the reference that outputs are compared with; returns soon if both are
   * there. What is not complete is never taken for the input.
   */
  void prepare(DataSite site) throws IOException, InterruptedException;

  /**
   * The program for one trial.
   *
   * @param output URI of a directory that does not exist, below one that does
   * @return of {@link Api#COMMAND}, with the command line as arguments, if it runs a command of the
   *     user
   */
  Program program(Api api, DataSite site, String output);

  /**
   * Checks what a trial wrote.
   *
   * @return what is wrong, in one line; empty if it is right
   * @throws IOException if it cannot be checked
   */
  Optional<String> verify(DataSite site, String output) throws IOException, InterruptedException;

  /**
   * Upper bounds of what it needs on disk, once, without replication.
   *
   * @param input bytes of its input; empty if it has none
   * @param output bytes of its output
   * @param spill bytes of the framework's own files during a trial
   */
  record Footprint(Optional<Long> input, long output, long spill) {}
}
