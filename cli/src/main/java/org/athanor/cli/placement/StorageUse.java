// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the data of a run's jobs are.
 *
 * @param asked {@code auto}, or a configuration
 * @param isGranted whether the daemon has granted it
 * @param configuration that was granted, {@code config-1} to {@code config-4}; empty if none was
 * @param tier value of {@code athanor.intermediate.tier}; empty if the job's own settings hold
 * @param reason one line
 * @param prefetchedFiles input that was copied to SSDs for the job
 * @param prefetchedBytes of it
 * @param reservedBytes of SSDs for intermediate data
 * @param notes one line each
 */
public record StorageUse(
    String asked,
    boolean isGranted,
    Optional<String> configuration,
    Optional<String> tier,
    String reason,
    long prefetchedFiles,
    long prefetchedBytes,
    long reservedBytes,
    List<String> notes) {
  public StorageUse {
    notes = List.copyOf(notes);
  }

  /** Nothing was granted. */
  public static StorageUse none(String asked, String reason) {
    return new StorageUse(
        asked, false, Optional.empty(), Optional.empty(), reason, 0, 0, 0, List.of());
  }

  /** The same without a tier, because the job's own settings hold. */
  public StorageUse withoutTier(String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return new StorageUse(
        asked,
        isGranted,
        configuration,
        Optional.empty(),
        reason,
        prefetchedFiles,
        prefetchedBytes,
        reservedBytes,
        more);
  }
}
