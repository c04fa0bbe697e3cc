// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler;

import org.athanor.testkit.ModuleLayers;

/** Checks this module's dependencies against docs/architecture.md, "Modules". */
class LayersTest extends ModuleLayers {
  LayersTest() {
    super("scheduler", "org.athanor.scheduler");
  }
}
