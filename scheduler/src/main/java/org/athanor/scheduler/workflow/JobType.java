// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.util.Locale;

/** The values of the key {@code type} of a job. */
enum JobType {
  JAR,
  STREAMING,
  SPARK,
  SHELL,
  WORKFLOW;

  /** As files and messages name it. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
