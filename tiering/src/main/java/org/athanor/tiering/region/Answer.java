// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.util.List;
import org.athanor.storage.decision.StorageConfiguration;

/**
 * What the daemon says to a request.
 *
 * @param state how far it is
 * @param configuration in which the job shall run; config-1 until it is granted
 * @param reason one line
 * @param prefetchedFiles that were copied to SSDs, or will be while the state is PREFETCHING
 * @param prefetchedBytes of them
 * @param reservedBytes that the job may write to SSDs as intermediate data
 * @param notes one line each, such as faster configurations that could not be granted
 */
public record Answer(
    State state,
    StorageConfiguration configuration,
    String reason,
    int prefetchedFiles,
    long prefetchedBytes,
    long reservedBytes,
    List<String> notes) {

  /** How far a request is. */
  public enum State {
    /** It is decided about later; the reason says when. */
    WAITING,
    /** Input is being copied to SSDs. */
    PREFETCHING,
    /** The job can start in the configuration. */
    GRANTED,
    /** Nothing was done for the job. */
    REFUSED;

    /** Whether nothing else will be said. */
    public boolean isFinal() {
      return this == GRANTED || this == REFUSED;
    }
  }

  private static final int MOST_TEXT = 500;

  public Answer {
    reason = RequestJson.shown(reason, MOST_TEXT);
    notes = notes.stream().map(note -> RequestJson.shown(note, MOST_TEXT)).toList();
  }

  static Answer waiting(String reason) {
    return new Answer(State.WAITING, StorageConfiguration.CONFIG_1, reason, 0, 0, 0, List.of());
  }

  static Answer refused(String reason) {
    return new Answer(State.REFUSED, StorageConfiguration.CONFIG_1, reason, 0, 0, 0, List.of());
  }
}
