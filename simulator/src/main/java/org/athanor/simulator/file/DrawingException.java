// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.List;
import java.util.stream.Collectors;
import org.athanor.yaml.Problem;

/**
 * A scenario could be read from a file, but not once more with another seed, such as because a file
 * that it names has changed meanwhile. The message is one line that can be shown to the user.
 */
public final class DrawingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DrawingException(long seed, List<Problem> problems) {
    super(
        problems.stream()
            .map(Problem::toString)
            .distinct()
            .collect(Collectors.joining("; ", "with seed " + seed + ": ", "")));
  }
}
