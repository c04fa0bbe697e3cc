// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.FileFacts;

/**
 * A file about which something is decided.
 *
 * @param file what the namespace says
 * @param tier the fastest tier that holds all of its blocks
 * @param popularity that is predicted for the next period; finite, comparable with those of the
 *     other candidates
 * @param marks what else is known
 */
public record Candidate(FileFacts file, Tier tier, double popularity, Set<Mark> marks) {
  public Candidate {
    if (!Double.isFinite(popularity)) {
      throw new IllegalArgumentException(
          "popularity of " + file.path() + "=" + popularity + ": must be finite");
    }
    EnumSet<Mark> copy = EnumSet.noneOf(Mark.class);
    copy.addAll(marks);
    marks = Collections.unmodifiableSet(copy);
  }

  /** Whether a mark is set. */
  public boolean is(Mark mark) {
    return marks.contains(mark);
  }
}
