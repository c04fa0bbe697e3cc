// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.athanor.tiering.apply.StoredPath;
import org.athanor.tiering.audit.AuditPosition;

/**
 * What a manager knows besides what was learnt.
 *
 * @param positions how far each audit log was read
 * @param periodEnd of the current period, in milliseconds since 1970; 0 before the first
 * @param latest time that was reached
 * @param isDue whether a period has ended that was not planned, or whose plan was not carried out
 * @param toFinish files that have lost a policy, and whose replicas are perhaps still where it put
 *     them
 */
record StoredState(
    List<AuditPosition> positions,
    long periodEnd,
    long latest,
    boolean isDue,
    List<String> toFinish) {
  private static final int MOST_LOGS = 1000;

  /** More are forgotten: their copies stay where they are until HDFS needs the space. */
  static final int MOST_TO_FINISH = 100_000;

  StoredState {
    positions = List.copyOf(positions);
    toFinish = List.copyOf(toFinish);
  }

  static StoredState begin(int logs) {
    return new StoredState(Collections.nCopies(logs, AuditPosition.START), 0, 0, false, List.of());
  }

  StoredState withPosition(int log, AuditPosition position) {
    List<AuditPosition> changed = new ArrayList<>(positions);
    changed.set(log, position);
    return new StoredState(changed, periodEnd, latest, isDue, toFinish);
  }

  StoredState withPeriod(long end, long reached) {
    return new StoredState(positions, end, reached, isDue, toFinish);
  }

  StoredState due(boolean due) {
    return new StoredState(positions, periodEnd, latest, due, toFinish);
  }

  StoredState toFinish(List<String> paths) {
    int most = Math.min(MOST_TO_FINISH, paths.size());
    return new StoredState(positions, periodEnd, latest, isDue, paths.subList(0, most));
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(positions.size());
    for (AuditPosition position : positions) {
      out.writeUTF(position.text());
    }
    out.writeLong(periodEnd);
    out.writeLong(latest);
    out.writeBoolean(isDue);
    out.writeInt(toFinish.size());
    for (String path : toFinish) {
      StoredPath.write(out, path);
    }
  }

  static StoredState read(DataInput in) throws IOException {
    List<AuditPosition> positions = new ArrayList<>();
    int logs = count(in, MOST_LOGS);
    for (int log = 0; log < logs; log++) {
      positions.add(AuditPosition.parse(in.readUTF()));
    }
    long periodEnd = in.readLong();
    long latest = in.readLong();
    boolean due = in.readBoolean();
    List<String> toFinish = new ArrayList<>();
    int paths = count(in, MOST_TO_FINISH);
    for (int path = 0; path < paths; path++) {
      toFinish.add(StoredPath.read(in));
    }
    return new StoredState(positions, periodEnd, latest, due, toFinish);
  }

  private static int count(DataInput in, int most) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > most) {
      throw new IOException("a list of " + count + ": must be 0 to " + most);
    }
    return count;
  }
}
