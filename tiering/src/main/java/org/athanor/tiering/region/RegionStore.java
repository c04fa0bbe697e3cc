// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import java.util.Collection;
import java.util.List;

/** Where it is kept what is in the region and who uses it, through a restart. */
interface RegionStore {
  /**
   * What was stored.
   *
   * @param files that which was used longest ago first
   */
  record Stored(List<HeldFile> files, List<RunningJob> jobs) {
    public Stored {
      files = List.copyOf(files);
      jobs = List.copyOf(jobs);
    }
  }

  /**
   * Reads what was stored; nothing if nothing was.
   *
   * @throws IOException if it is damaged; with the remedy
   */
  Stored load() throws IOException;

  /** Replaces what was stored; what was before stays if that fails. */
  void store(Collection<HeldFile> files, Collection<RunningJob> jobs) throws IOException;
}
