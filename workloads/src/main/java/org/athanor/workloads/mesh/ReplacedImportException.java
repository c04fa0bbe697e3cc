// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;

/** An import cannot end, because another one has begun to replace it. */
public final class ReplacedImportException extends IOException {
  private static final long serialVersionUID = 1;

  public ReplacedImportException(TableMesh mesh) {
    super(mesh + ": another import has begun, with --replace; must be the only one");
  }
}
