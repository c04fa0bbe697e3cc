// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import java.io.IOException;
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

  private static final int MAX_BYTES = 8 << 20;

  private CountersForm() {}

  /**
   * Writes counters that may change meanwhile. Those that would make the message too large, which
   * no sensible limit of a job allows, are left out.
   */
  static void write(Counters counters, MessageOutput out) {
    MessageOutput groups = new MessageOutput();
    int written = 0;
    for (Counters.Group group : counters) {
      if (groups.size() > MAX_BYTES) {
        break;
      }
      write(group, groups);
      written++;
    }
    out.writeInt(written);
    out.writeAll(groups);
  }

  private static void write(Counters.Group group, MessageOutput out) {
    MessageOutput members = new MessageOutput();
    int written = 0;
    for (Counters.Counter counter : group) {
      if (out.size() + members.size() > MAX_BYTES) {
        break;
      }
      members.writeText(counter.getName());
      members.writeText(counter.getDisplayName());
      members.writeLong(counter.getValue());
      written++;
    }
    out.writeText(group.getName());
    out.writeText(group.getDisplayName());
    out.writeInt(written);
    out.writeAll(members);
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
