// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench;

import org.athanor.testkit.PackageLayers;

/**
 * What of this module depends on what: docs/architecture.md, "Modules" and the table of packages.
 */
class LayersTest extends PackageLayers {
  LayersTest() {
    super("bench");
  }
}
