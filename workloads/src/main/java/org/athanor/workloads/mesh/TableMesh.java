// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.athanor.workloads.usage.OptionTable;
import org.athanor.workloads.usage.UsageException;

/**
 * Which mesh of which table: that of a model, at a step of an analysis of it.
 *
 * @param table name, with a namespace before a colon if it has one
 * @param model 32 hexadecimal digits, lower case
 * @param analysis any text, such as {@code heat}, of at most {@value #LONGEST} bytes
 * @param step a finite number, such as a time; not -0
 */
public record TableMesh(String table, String model, String analysis, double step) {
  private static final int LONGEST = 1024;
  private static final String MODEL = "0".repeat(32);
  private static final String ANALYSIS = "mesh";

  /** Adds the options of {@link #of} to a table. */
  static OptionTable options(OptionTable others) {
    return others
        .with("-t", "--table", "NAME", "a table of HBase, which has the mesh")
        .with("", "--model", "HEX", "the model: 32 hexadecimal digits (default: zeros)")
        .with("", "--analysis", "NAME", "its analysis (default: " + ANALYSIS + ")")
        .with("", "--step", "NUMBER", "step of the analysis (default: 0)");
  }

  /**
   * Returns what options say.
   *
   * @throws UsageException if a value is wrong
   */
  static TableMesh of(OptionTable.Values values) {
    String model = values.text("--model").orElse(MODEL).toLowerCase(Locale.ROOT);
    if (!model.matches("[0-9a-f]{32}")) {
      throw new UsageException("--model " + model + ": must be 32 hexadecimal digits");
    }
    String analysis = values.text("--analysis").orElse(ANALYSIS);
    int bytes = analysis.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > LONGEST) {
      throw new UsageException(
          "--analysis: has " + bytes + " bytes; must be a name of 1 to " + LONGEST);
    }
    return new TableMesh(values.required("--table"), model, analysis, step(values));
  }

  private static double step(OptionTable.Values values) {
    String text = values.text("--step").orElse("0");
    double step;
    try {
      step = Double.parseDouble(text);
    } catch (NumberFormatException notANumber) {
      step = Double.NaN;
    }
    if (!Double.isFinite(step)) {
      throw new UsageException("--step " + text + ": must be a decimal number");
    }
    return step + 0.0;
  }

  /** Returns the mesh as messages show it. */
  @Override
  public String toString() {
    return "table " + table + ", model " + model + ", analysis " + analysis + ", step " + step;
  }
}
