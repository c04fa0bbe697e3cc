// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which frameworks, workloads and monitors exist, as far as an experiment file can name them. */
public interface Vocabulary {

  /** Kind → what may be said of it; in the order in which people are told. */
  Map<String, FrameworkWords> frameworks();

  /** Kind → what may be said of it. */
  Map<String, List<Option>> workloads();

  /** Ids of the monitors. */
  List<String> monitors();

  /**
   * What may be said of a framework.
   *
   * @param modes the default one on several nodes is the first that is not of {@code singleNode}
   * @param singleNode those of the modes that use one node only; the first is the default there
   * @param versions those that are known; empty if any goes
   * @param options keys that only this framework has
   */
  record FrameworkWords(
      List<String> modes, List<String> singleNode, List<String> versions, List<Option> options) {

    /** The mode when the file names none. */
    Optional<String> defaultMode(boolean severalNodes) {
      return modes.stream()
          .filter(mode -> severalNodes != singleNode.contains(mode))
          .findFirst()
          .or(() -> modes.stream().findFirst());
    }
  }

  /**
   * A key that a framework or a workload has beside those that all have.
   *
   * @param fallback in words what holds without it; empty if it must be there
   */
  record Option(String name, OptionType type, String fallback, String text) {}

  /** What an option's value is. */
  enum OptionType {
    TEXT,
    /** A whole number, 1 or more. */
    COUNT,
    /** A number with a fraction, 0 or more. */
    DECIMAL,
    SIZE,
    DURATION,
    BOOLEAN,
    /** A file or directory that exists, or a URI; relative to the experiment file's directory. */
    PATH,
    /** A list of texts; the value is one of them per line. */
    TEXTS
  }
}
