// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.Tag;

/**
 * The tags of attempts whose resources are reserved. What other applications use is foreign, also
 * those of another scheduler of this user, and of runs that nobody works on. Any thread may ask.
 */
final class OwnTags {
  private volatile Set<String> tags = Set.of();

  /** Takes those of these runs instead. */
  void keep(Collection<RunState> runs) {
    Set<String> now = new TreeSet<>();
    for (RunState run : runs) {
      run.jobs()
          .forEach(
              (name, job) -> {
                if (job.phase().isActive()) {
                  String tag = Tag.of(run.spec().id(), name, job.attempt().number());
                  now.add(tag.toLowerCase(Locale.ROOT)); // as YARN has it
                }
              });
    }
    tags = now;
  }

  boolean has(String tag) {
    return tags.contains(tag);
  }
}
