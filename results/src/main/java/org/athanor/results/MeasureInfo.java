// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

/**
 * The declaration of a measure: a quantity of a whole trial that a workload measures itself, that a
 * framework or a node counts, or that a simulation computes. Results have it beside the readings
 * ({@link TrialResult#measures}), so that reports need to know nothing else about it.
 *
 * @param id the key of the readings, such as {@code write_throughput}: a lower-case letter, then
 *     lower-case letters, digits and underscores
 * @param label the name for readers, without the unit
 * @param unit of all its readings
 * @param kind how reports show it
 * @param meaning how it is computed, and from which samples, in one line
 */
public record MeasureInfo(
    String id, String label, Unit unit, Better better, Kind kind, String meaning) {

  private static final String ID = "[a-z][a-z0-9_]*";

  /** How reports show a measure. */
  public enum Kind {
    /** A result by itself, with a figure. */
    RESULT,
    /** A counter of a framework, which explains results: a row in the table of counters. */
    COUNTER,
    /** The same of whole nodes, such as requests of their disks, whichever process made them. */
    NODE_COUNTER
  }

  public MeasureInfo {
    if (label == null || unit == null || better == null || kind == null || meaning == null) {
      throw new IllegalArgumentException(
          "measure \"" + id + "\": label, unit, better, kind and meaning must not be null");
    }
    if (!id.matches(ID)) {
      throw new IllegalArgumentException(
          "measure \"" + id + "\": must be lower-case letters, digits and underscores");
    }
  }

  /** The other declaration if it makes this counter one of nodes, else this one. */
  MeasureInfo orOfNodes(MeasureInfo other) {
    return kind == Kind.COUNTER && other.kind == Kind.NODE_COUNTER ? other : this;
  }

  /** A measure with a figure. */
  public static MeasureInfo result(
      String id, String label, Unit unit, Better better, String meaning) {
    return new MeasureInfo(id, label, unit, better, Kind.RESULT, meaning);
  }

  /**
   * The measure of a reading that nothing declares, as in results of older releases. Its label is
   * made from the id, and of rates more is taken as better.
   */
  static MeasureInfo undeclared(String id, Unit unit) {
    String words = id.replace('_', ' ');
    boolean rate = unit == Unit.BYTES_PER_SECOND || unit == Unit.OPERATIONS_PER_SECOND;
    return result(
        id,
        Character.toUpperCase(words.charAt(0)) + words.substring(1),
        unit,
        rate ? Better.MORE : Better.LESS,
        "not described by the release of Athanor that measured it");
  }
}
