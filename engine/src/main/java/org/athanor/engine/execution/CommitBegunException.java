// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.io.IOException;

/** Another master has begun to commit the job's output, which is therefore to be left alone. */
public final class CommitBegunException extends IOException {
  private static final long serialVersionUID = 1;

  public CommitBegunException() {
    super(
        "another ApplicationMaster has begun to commit the output, which may be incomplete; the"
            + " output committer cannot commit again");
  }
}
