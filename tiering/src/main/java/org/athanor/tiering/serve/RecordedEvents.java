// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.io.IOException;
import org.athanor.storage.popularity.AccessEvent;
import org.athanor.tiering.plan.Decisions;
import org.athanor.tiering.plan.FileEvents;
import org.athanor.tiering.plan.Learner;
import org.athanor.tiering.record.DecisionRecording;

/**
 * Tells a learner what happens to files, and a recording as well, if there is one. A recording that
 * cannot be written ends with a notice: a daemon must not stop its work for that.
 */
final class RecordedEvents implements FileEvents {
  private final Learner learner;
  private final Activity activity;

  /** Null if nothing is recorded. */
  private DecisionRecording recording;

  RecordedEvents(Learner learner, Activity activity) {
    this.learner = learner;
    this.activity = activity;
  }

  /** Records from now on. */
  void record(DecisionRecording to) {
    recording = to;
  }

  /** What the planners are asked and decide is recorded, too. */
  Decisions.Observer observer() {
    return recording == null ? Decisions.Observer.NONE : recording;
  }

  /** Each plan tells all files of the namespace; only what changes something is recorded. */
  @Override
  public void created(String path, long timeMillis, int blocks) {
    boolean isNews = recording != null && !learner.knows(path, blocks);
    learner.created(path, timeMillis, blocks);
    if (isNews) {
      recording.created(path, timeMillis, blocks);
    }
  }

  @Override
  public void accessed(AccessEvent event) {
    learner.accessed(event);
    if (recording != null) {
      recording.accessed(event);
    }
  }

  @Override
  public void deleted(String path) {
    learner.deleted(path);
    if (recording != null) {
      recording.deleted(path);
    }
  }

  @Override
  public void renamed(String from, String to) {
    learner.renamed(from, to);
    if (recording != null) {
      recording.renamed(from, to);
    }
  }

  @Override
  public void endOfPeriod(long endMillis) {
    learner.endOfPeriod(endMillis);
    if (recording != null) {
      recording.endOfPeriod(endMillis);
    }
  }

  /** Writes what was recorded so far. */
  void flush() {
    try {
      if (recording != null) {
        recording.flush();
      }
    } catch (IOException e) {
      activity.notice("nothing is recorded any more: " + e.getMessage());
      recording = null; // it has closed itself
    }
  }

  /** Ends the recording. */
  void close() {
    flush();
    try {
      if (recording != null) {
        recording.close();
      }
    } catch (IOException e) {
      activity.notice("the recording may lack its end: " + e.getMessage());
    }
  }
}
