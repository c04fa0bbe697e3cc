// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.util.List;
import java.util.stream.Collectors;
import org.athanor.cli.usage.UsageException;
import org.athanor.yaml.Problem;

/** Problems of files, as a mistake of the user's. */
final class Problems {
  private Problems() {}

  /** Fails with all problems, a line each, if there are any. */
  static void check(List<Problem> problems) throws UsageException {
    if (!problems.isEmpty()) {
      throw new UsageException(
          problems.stream().map(Problem::toString).collect(Collectors.joining("\nathanor: ")));
    }
  }
}
