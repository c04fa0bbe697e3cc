// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator;

import org.athanor.testkit.ModuleLayers;

/** Checks this module's dependencies against docs/architecture.md, "Modules". */
class LayersTest extends ModuleLayers {
  LayersTest() {
    super("simulator", "org.athanor.simulator");
  }
}
