// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.athanor.cli.storage.ApplicationRuns.Times;
import org.athanor.storage.decision.ConfigurationChoice;
import org.athanor.storage.decision.ConfigurationChooser;
import org.athanor.storage.decision.JobProfile;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.storage.decision.TemporaryRegion;
import org.athanor.tiering.plan.LinkAdvice;

/**
 * Where the data of a job should be.
 *
 * @param application its name in the catalogue
 * @param inputBytes of the job's input
 * @param intermediateBytes that are expected; empty if no run says
 * @param roomBytes of SSDs that the job may use
 * @param times on which the choice is based
 * @param moves paths that must be moved to SSDs before the job starts
 * @param notes one line each, about what makes the advice less certain
 * @param links by which policy replicas should be placed and read over the links of the cluster;
 *     empty if they are not known
 */
record Advice(
    String application,
    long inputBytes,
    OptionalLong intermediateBytes,
    long roomBytes,
    Times times,
    ConfigurationChoice choice,
    List<String> moves,
    List<String> notes,
    Optional<LinkAdvice> links) {

  Advice {
    moves = List.copyOf(moves);
    notes = List.copyOf(notes);
  }

  /**
   * Chooses.
   *
   * @param tolerance see {@link ConfigurationChooser}
   */
  static Advice of(
      String application, ApplicationRuns runs, JobInput input, long roomBytes, double tolerance) {
    Times times = runs.nearest(input.bytes());
    List<String> notes = new ArrayList<>();
    ConfigurationChoice choice =
        new ConfigurationChooser(tolerance)
            .choose(
                application,
                input.files(),
                input.onSsd(),
                grantable(runs.profile(input.bytes()), input, notes),
                TemporaryRegion.empty(roomBytes, 0));
    Set<StorageConfiguration> unknown = EnumSet.allOf(StorageConfiguration.class);
    unknown.removeAll(times.byConfiguration().keySet());
    if (!unknown.isEmpty()) {
      notes.add("no run says how long it takes in " + names(unknown));
    }
    if (runs.leftOut() > 0) {
      notes.add(
          "left out: "
              + runs.leftOut()
              + " more under other conditions (parameters, version, settings, cores, memory,"
              + " machines)");
    }
    if (choice.configuration().inputOnSsd()) {
      notes.add(
          "it was measured with all replicas and the output on SSDs; athanor storage move puts one"
              + " replica there, and room is counted for that one. Readers must prefer it:"
              + " dfs.namenode.read.considerStorageType=true for the NameNode");
    }
    if (choice.configuration().intermediateOnSsd()) {
      notes.add(
          "intermediate data go to local directories of the nodes on SSDs, of whose room nothing is"
              + " known here");
    }
    return new Advice(
        application,
        input.bytes(),
        runs.intermediate().expected(input.bytes()),
        roomBytes,
        times,
        choice,
        input.argumentsOf(choice.prefetch()),
        notes,
        Optional.empty());
  }

  /** The same with what the links of the cluster mean. */
  Advice with(LinkAdvice advice) {
    return new Advice(
        application,
        inputBytes,
        intermediateBytes,
        roomBytes,
        times,
        choice,
        moves,
        notes,
        Optional.of(advice));
  }

  /** The same with one more note. */
  Advice withNote(String note) {
    List<String> all = new ArrayList<>(notes);
    all.add(note);
    return new Advice(
        application, inputBytes, intermediateBytes, roomBytes, times, choice, moves, all, links);
  }

  /** Leaves out the configurations that cannot be, and says why. */
  private static JobProfile grantable(JobProfile profile, JobInput input, List<String> notes) {
    Map<StorageConfiguration, Double> seconds = new EnumMap<>(StorageConfiguration.class);
    seconds.putAll(profile.seconds());
    if (!seconds.containsKey(StorageConfiguration.CONFIG_1)) {
      notes.add(
          "no run says how long it takes on disks (config-1), so there is nothing to compare with");
      seconds.clear();
    }
    List<String> immovable = input.immovable();
    if (!immovable.isEmpty() && seconds.keySet().removeIf(StorageConfiguration::inputOnSsd)) {
      notes.add(
          "the input cannot be on SSDs: "
              + immovable.get(0)
              + (immovable.size() > 1 ? ", and " + (immovable.size() - 1) + " more files" : "")
              + "; athanor storage move leaves such files alone");
    }
    return new JobProfile(seconds, profile.intermediate());
  }

  private static String names(Set<StorageConfiguration> some) {
    return some.stream().map(StorageConfiguration::id).collect(Collectors.joining(", "));
  }

  /** The value of {@code athanor.intermediate.tier} with which the job should run. */
  String tier() {
    return choice.configuration().intermediateOnSsd() ? "ssd" : "disk";
  }
}
