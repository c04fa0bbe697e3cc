// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Where the files are listed whose numbers of replicas are raised for a while, for the next daemon,
 * on whatever host it is. One daemon uses it at a time.
 */
public interface RaisedFiles {
  /**
   * What was stored last; empty if nothing ever was.
   *
   * @throws IOException if it cannot be read or is damaged; with the remedy
   */
  Optional<List<Progress.Raised>> load() throws IOException;

  /** Replaces it; the next daemon finds it when this returns. */
  void store(List<Progress.Raised> files) throws IOException;
}
