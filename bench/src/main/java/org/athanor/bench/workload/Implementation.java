// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.ArrayList;
import java.util.List;

/**
 * Another program of a workload, for one API, with the same result as the standard one. Trials have
 * it only if the experiment asks for it; it is then in their workload's parameters.
 *
 * @param name what the experiment calls it, such as {@code graphx}
 * @param program name of its class, such as {@code GraphxPageRank}
 * @param text what it is, in words
 */
record Implementation(String name, Api api, String program, String text) {
  static final String KEY = "implementation";
  static final String STANDARD = "standard";

  /** The parameter that chooses one. */
  static Parameter parameter(List<Implementation> all) {
    StringBuilder text = new StringBuilder("by default " + STANDARD);
    for (Implementation each : all) {
      text.append("; ").append(each.name()).append(": ").append(each.text());
    }
    return new Parameter(KEY, Parameter.Type.TEXT, "", text.toString());
  }

  /** The words of the parameter. */
  static List<String> words(List<Implementation> all) {
    List<String> words = new ArrayList<>(List.of(STANDARD));
    all.forEach(each -> words.add(each.name()));
    return words;
  }
}
