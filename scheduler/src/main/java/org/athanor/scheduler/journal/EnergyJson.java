// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.scheduler.energy.Energy;

/** Energies as JSON objects: {@code label}, and {@code joules}, {@code model} or {@code reason}. */
public final class EnergyJson {
  private EnergyJson() {}

  /** An energy. */
  public static Map<String, Object> of(Energy energy) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("label", energy.label().word());
    if (energy instanceof Energy.Measured it) {
      model.put("joules", it.joules());
    } else if (energy instanceof Energy.Estimated it) {
      model.put("joules", it.joules());
      model.put("model", it.model());
    } else if (energy instanceof Energy.Unavailable it) {
      model.put("reason", it.reason());
    }
    return model;
  }

  /** Those of attempts, each with its number and cluster. */
  public static List<Map<String, Object>> of(List<EnergyTable.Known> attempts) {
    return attempts.stream().map(EnergyJson::of).toList();
  }

  private static Map<String, Object> of(EnergyTable.Known attempt) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("attempt", attempt.attempt());
    model.put("cluster", attempt.cluster());
    model.putAll(of(attempt.energy()));
    return model;
  }
}
