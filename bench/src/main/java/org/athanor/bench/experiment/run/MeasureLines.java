// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Reading;

/**
 * Reads what a workload's command prints about its measures: lines {@code measure ID AMOUNT UNIT}
 * or {@code measure ID unavailable REASON}. Other lines are log messages.
 */
final class MeasureLines {
  private static final String PREFIX = "measure ";
  private static final String UNAVAILABLE = "unavailable";

  private MeasureLines() {}

  /**
   * The readings of all declared measures. A measure without a line is unavailable.
   *
   * @throws IOException if a line has an undeclared measure, another unit or no finite number; the
   *     message is one line
   */
  static Map<String, Reading> readings(String output, List<MeasureInfo> declared)
      throws IOException {
    Map<String, MeasureInfo> measures = new HashMap<>();
    Map<String, Reading> readings = new TreeMap<>();
    for (MeasureInfo measure : declared) {
      measures.put(measure.id(), measure);
      readings.put(measure.id(), Reading.unavailable("the workload did not print it"));
    }
    for (String line : output.lines().filter(text -> text.startsWith(PREFIX)).toList()) {
      String[] words = line.strip().split(" ", 4);
      if (words.length < 4) {
        throw wrong(
            line, "must be \"measure ID AMOUNT UNIT\" or \"measure ID unavailable REASON\"");
      }
      MeasureInfo measure = measures.get(words[1]);
      if (measure == null) {
        throw wrong(line, "the workload declares no measure " + words[1]);
      }
      readings.put(words[1], reading(line, measure, words[2], words[3]));
    }
    return readings;
  }

  private static Reading reading(String line, MeasureInfo measure, String amount, String rest)
      throws IOException {
    if (amount.equals(UNAVAILABLE)) {
      return Reading.unavailable(rest);
    }
    if (!rest.equals(measure.unit().id())) {
      throw wrong(line, "its unit must be " + measure.unit().id());
    }
    double value;
    try {
      value = Double.parseDouble(amount);
    } catch (NumberFormatException e) {
      throw new IOException(wrong(line, amount + " must be a number").getMessage(), e);
    }
    if (!Double.isFinite(value)) {
      throw wrong(line, amount + " must be finite");
    }
    return Reading.of(value, measure.unit());
  }

  private static IOException wrong(String line, String what) {
    return new IOException("\"" + line + "\": " + what);
  }
}
