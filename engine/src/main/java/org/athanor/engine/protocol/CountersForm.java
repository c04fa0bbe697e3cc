// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapreduce.counters.LimitExceededException;

/**
 * Counters as bytes. Hadoop's own form trusts its lengths, and its groups of counters of file
 * systems fail on names that they cannot take apart.
 */
final class CountersForm {
  /** The fewest bytes of a group: two lengths and a number of counters. */
  private static final int LEAST_GROUP = 3 * Integer.BYTES;

  /** The fewest bytes of a counter: two lengths and a value. */
  private static final int LEAST_COUNTER = 2 * Integer.BYTES + Long.BYTES;

  private CountersForm() {}

  /** Writes counters that may change meanwhile. */
  static void write(Counters counters, MessageOutput out) {
    List<Counters.Group> groups = new ArrayList<>();
    counters.forEach(groups::add);
    out.writeInt(groups.size());
    for (Counters.Group group : groups) {
      out.writeText(group.getName());
      out.writeText(group.getDisplayName());
      List<Counters.Counter> members = new ArrayList<>();
      group.forEach(members::add);
      out.writeInt(members.size());
      for (Counters.Counter counter : members) {
        out.writeText(counter.getName());
        out.writeText(counter.getDisplayName());
        out.writeLong(counter.getValue());
      }
    }
  }

  /** Reads counters; if they exceed Hadoop's limit in this process, as many as it allows. */
  static Counters read(MessageInput in) throws IOException {
    Counters counters = new Counters();
    int groups = in.readCount(LEAST_GROUP);
    for (int i = 0; i < groups; i++) {
      Counters.Group group = group(counters, in.readText(), in.readText());
      int members = in.readCount(LEAST_COUNTER);
      for (int j = 0; j < members; j++) {
        add(group, in.readText(), in.readText(), in.readLong());
      }
    }
    return counters;
  }

  /** Returns null if Hadoop allows no more groups. */
  private static Counters.Group group(Counters counters, String name, String displayName)
      throws IOException {
    try {
      return counters.addGroup(name, displayName);
    } catch (LimitExceededException e) {
      return null;
    } catch (RuntimeException e) {
      throw new MalformedMessageException("group of counters " + name + ": " + e);
    }
  }

  private static void add(Counters.Group group, String name, String displayName, long value)
      throws IOException {
    if (group == null) {
      return;
    }
    try {
      group.addCounter(name, displayName, value);
    } catch (LimitExceededException e) {
      return;
    } catch (RuntimeException e) {
      throw new MalformedMessageException("counter " + group.getName() + " " + name + ": " + e);
    }
  }
}
