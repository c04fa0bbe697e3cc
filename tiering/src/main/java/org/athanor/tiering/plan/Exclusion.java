// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.Optional;
import org.athanor.tiering.image.FileRecord;
import org.athanor.tiering.image.Knowledge;
import org.athanor.tiering.image.SnapshotState;

/** Why a plan leaves a file alone, whatever its storage policy is. */
enum Exclusion {
  BEING_WRITTEN("being written"),
  ERASURE_CODED("erasure coded"),
  IN_SNAPSHOT("changed since a snapshot"),
  ONE_REPLICA("only one replica"),
  TEMPORARY("temporary, or in the trash");

  private final String text;

  Exclusion(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  /** The first reason that holds for a file. */
  static Optional<Exclusion> of(FileRecord file) {
    if (file.isUnderConstruction() == Knowledge.YES) {
      return Optional.of(BEING_WRITTEN);
    }
    if (file.isErasureCoded()) {
      return Optional.of(ERASURE_CODED);
    }
    if (file.snapshots() == SnapshotState.CHANGED) {
      return Optional.of(IN_SNAPSHOT);
    }
    if (file.replication() == 1) {
      return Optional.of(ONE_REPLICA);
    }
    String path = file.path();
    boolean temporary =
        path.contains("/_temporary/") || path.contains("/.staging/") || path.contains("/.Trash/");
    return temporary ? Optional.of(TEMPORARY) : Optional.empty();
  }
}
