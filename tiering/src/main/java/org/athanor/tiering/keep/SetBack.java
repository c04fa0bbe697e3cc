// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.keep.Progress.Raised;
import org.athanor.tiering.keep.RuledHdfs.Found;

/**
 * Sets numbers of replicas back that were raised before a crash, or could not be set back by the
 * repair. A file is found by its number if it was renamed since.
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
    for (Raised file : files) {
      try {
        one(file);
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

  private void one(Raised file) throws IOException, InterruptedException {
    Optional<Found> found = hdfs.find(file.path(), file.id());
    if (found.isEmpty()) {
      return; // it was deleted
    }
    int now = found.get().file().state().replicas();
    if (now > file.replicas() && now <= file.most()) {
      hdfs.setReplicas(found.get().path(), file.replicas());
      boolean isRenamed = !found.get().path().equals(file.path());
      notices.accept(
          file.path()
              + (isRenamed ? ", renamed since" : "")
              + ": has "
              + file.replicas()
              + " replicas again");
    }
  }
}
