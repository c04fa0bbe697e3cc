// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.results.TrialKey;
import org.athanor.yaml.NamedEntry;
import org.athanor.yaml.Place;

/** The labels of all frameworks, or of all workloads, which must be unique. */
final class Labels {
  private final Map<String, Place> known = new HashMap<>();

  /** Adds a label. Returns false and reports a problem if it is already used. */
  boolean add(String label, NamedEntry entry) {
    Place first = known.putIfAbsent(label, entry.place());
    if (first != null) {
      entry
          .place()
          .report(
              "the label "
                  + label
                  + " is already used in line "
                  + first.line()
                  + "; choose another, such as label: "
                  + label
                  + "-2");
    }
    return first == null;
  }

  /** Reports combinations such as (a, b-c) and (a-b, c): their trials would share a directory. */
  static void reportAmbiguous(
      List<FrameworkSpec> frameworks,
      List<WorkloadSpec> workloads,
      List<StorageSpec> storages,
      Map<String, Place> places) {
    Map<String, String> owners = new HashMap<>();
    for (FrameworkSpec framework : frameworks) {
      for (WorkloadSpec workload : workloads) {
        for (StorageSpec storage : storages) {
          String id = new TrialKey(framework.label(), workload.label(), storage.label(), 1, 1).id();
          String trial =
              workload.label()
                  + " on "
                  + framework.label()
                  + storage.label().map(label -> " and " + label).orElse("");
          String other = owners.putIfAbsent(id, trial);
          if (other != null) {
            places
                .get("workloads." + workload.label())
                .report(
                    "trials of "
                        + trial
                        + " and of "
                        + other
                        + " have the same name; change a label");
          }
        }
      }
    }
  }
}
