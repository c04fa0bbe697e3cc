// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.keep.Progress.Raised;
import org.athanor.tiering.keep.RuledHdfs.Found;

/**
 * Sets numbers of replicas back that were raised before a crash, or could not be set back by the
 * repair. A file is found by its number if it was renamed since. A number that somebody else has
 * set meanwhile stays: HDFS says which numbers were set, as long as it keeps its edits.
 */
final class SetBack {
  private final RuledHdfs hdfs;
  private final Consumer<String> notices;

  SetBack(RuledHdfs hdfs, Consumer<String> notices) {
    this.hdfs = hdfs;
    this.notices = notices;
  }

  /** Tries each file; returns those whose numbers are still to be set back. */
  List<Raised> run(List<Raised> files) throws InterruptedException {
    List<Raised> left = new ArrayList<>();
    Optional<Map<Long, List<Integer>>> set = replicasSet(files);
    for (Raised file : files) {
      try {
        one(file, set.map(all -> all.get(file.id())));
      } catch (IOException e) {
        Failures.throwIfInterrupted(e);
        left.add(file);
        notices.accept(
            file.path()
                + ": its number of replicas could not be set back to "
                + file.replicas()
                + ": "
                + Failures.message(e));
      }
    }
    return left;
  }

  /** What was set by anybody; empty if that is not known. */
  private Optional<Map<Long, List<Integer>>> replicasSet(List<Raised> files)
      throws InterruptedException {
    List<Raised> known = files.stream().filter(file -> file.since() != Raised.UNKNOWN).toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    try {
      return hdfs.replicasSet(known);
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      notices.accept(
          "who has set numbers of replicas meanwhile is not known: " + Failures.message(e));
      return Optional.empty();
    }
  }

  private void one(Raised file, Optional<List<Integer>> set)
      throws IOException, InterruptedException {
    Optional<Found> found = hdfs.find(file.path(), file.id());
    if (found.isEmpty()) {
      return; // it was deleted
    }
    int now = found.get().file().state().replicas();
    if (now <= file.replicas() || now > file.most()) {
      return;
    }
    boolean isRenamed = !found.get().path().equals(file.path());
    String name = file.path() + (isRenamed ? ", renamed since" : "");
    if (set.isPresent() && !isOurs(file, set.get(), now)) {
      notices.accept(
          name
              + ": keeps "
              + now
              + " replicas, which somebody else has set, or HDFS was asked twice: it had "
              + file.replicas());
      return;
    }
    hdfs.setReplicas(found.get().path(), file.replicas());
    notices.accept(name + ": has " + file.replicas() + " replicas again");
  }

  /**
   * Whether numbers are those that a repair sets: one more each time, each of them once, and the
   * last one is what the file has now. If none was set since, somebody did it before.
   */
  private static boolean isOurs(Raised file, List<Integer> set, int now) {
    for (int i = 0; i < set.size(); i++) {
      if (set.get(i) != file.kept() + 1 + i) {
        return false;
      }
    }
    return !set.isEmpty() && file.kept() + set.size() == now && now <= file.most();
  }
}
