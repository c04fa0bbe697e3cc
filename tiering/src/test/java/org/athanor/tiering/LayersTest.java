// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering;

import org.athanor.testkit.ModuleLayers;

/** Checks this module's dependencies against docs/architecture.md, "Modules". */
class LayersTest extends ModuleLayers {
  LayersTest() {
    super("tiering", "org.athanor.tiering");
  }
}
