// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.util.Locale;

/** Where a node is between on and off. */
public enum Phase {
  /** It works, or nobody but its owner does anything to it. */
  ON,
  /** Whether HDFS could do without it is being asked; it works. */
  CHECK,
  /** YARN decommissions it gracefully: its containers end, and it gets no others. */
  DRAIN,
  /** YARN has done with it; whether HDFS could do without it now is being asked. */
  DRAINED,
  /** HDFS makes sure that each of its blocks is elsewhere, too. */
  ENTERING_MAINTENANCE,
  /** HDFS does without it; whether each file has a whole replica elsewhere is being asked. */
  IN_MAINTENANCE,
  /** It is being switched off. */
  SWITCHING_OFF,
  /** It is off. */
  OFF,
  /** It is being switched on, or its daemons have not been heard of. */
  BOOT,
  /** YARN and HDFS take it back into service. */
  RETURN;

  /** Whether jobs can use the node now. */
  public boolean works() {
    return this == ON || this == CHECK;
  }

  /** Whether the node may be without power, so that nobody can read what it holds. */
  public boolean mayBeOff() {
    return this == SWITCHING_OFF || this == OFF || this == BOOT;
  }

  /** Whether HDFS may not count on the node, now or soon. */
  public boolean isLeaving() {
    return this == DRAIN
        || this == DRAINED
        || this == ENTERING_MAINTENANCE
        || this == IN_MAINTENANCE
        || mayBeOff();
  }

  /** Whether the question about the node, if one is open, is that of coverage. */
  boolean asks() {
    return this == CHECK || this == DRAINED || this == IN_MAINTENANCE;
  }

  /** For people. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
