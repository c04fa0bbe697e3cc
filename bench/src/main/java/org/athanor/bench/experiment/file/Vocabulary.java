// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The frameworks, workloads and monitors that an experiment file can name. */
public interface Vocabulary {

  /** Maps the kind of a framework to its modes, versions and options, in the order of messages. */
  Map<String, FrameworkWords> frameworks();

  /** Maps the kind of a workload to its options. */
  Map<String, List<Option>> workloads();

  /** Maps other names of workloads, which an experiment can use too, to their kinds. */
  default Map<String, String> otherNames() {
    return Map.of();
  }

  /**
   * Replaces words that stand for values of several options, as {@link Option#words} may.
   *
   * @param kind of the workload
   * @param values by the option's name, as written
   */
  default Map<String, String> expand(String kind, Map<String, String> values) {
    return values;
  }

  /** Ids of the monitors. */
  List<String> monitors();

  /** The roles of the services that workloads have, for which there may be nodes. */
  Set<String> serviceRoles();

  /**
   * The hosts of the batch system's job in which this process runs, at least one.
   *
   * @throws IOException if it runs in none, or they are not known; the message is one line with a
   *     remedy
   */
  default List<String> allocatedHosts() throws IOException {
    throw new IOException("is not supported here; name the nodes");
  }

  /**
   * Modes, versions and options of a framework.
   *
   * @param modes all modes; the default for several nodes is the first that is not in {@code
   *     singleNode}
   * @param singleNode modes that run on one node only; the first is the default for one node
   * @param versions known versions; empty if any version is allowed
   * @param options keys that only this framework has
   * @param placesIntermediateData whether the devices of its intermediate data can be chosen
   */
  record FrameworkWords(
      List<String> modes,
      List<String> singleNode,
      List<String> versions,
      List<Option> options,
      boolean placesIntermediateData) {

    /** The mode to use if the file names none. */
    Optional<String> defaultMode(boolean severalNodes) {
      return modes.stream()
          .filter(mode -> severalNodes != singleNode.contains(mode))
          .findFirst()
          .or(() -> modes.stream().findFirst());
    }
  }

  /**
   * A key that one kind of framework or workload has in addition to the common keys.
   *
   * @param fallback description of the default; empty if the option is required
   * @param words that a size can be instead, such as {@code small}
   */
  record Option(String name, OptionType type, String fallback, String text, List<String> words) {
    public Option {
      words = List.copyOf(words);
    }

    /** An option without words. */
    public Option(String name, OptionType type, String fallback, String text) {
      this(name, type, fallback, text, List.of());
    }
  }

  /** The type of an option's value. */
  enum OptionType {
    TEXT,
    /** A whole number, 1 or more. */
    COUNT,
    /** A whole number, 0 or more. */
    WHOLE,
    /** A number with a fraction, 0 or more. */
    DECIMAL,
    SIZE,
    DURATION,
    BOOLEAN,
    /** A file or directory that exists, or a URI; relative to the experiment file's directory. */
    PATH,
    /** A list of texts; the value has one text per line. */
    TEXTS
  }
}
