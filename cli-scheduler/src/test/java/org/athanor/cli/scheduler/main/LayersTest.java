// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler.main;

import org.athanor.testkit.ModuleLayers;

/** Checks this module's dependencies against docs/architecture.md, "Modules". */
class LayersTest extends ModuleLayers {
  LayersTest() {
    super("cli-scheduler", "org.athanor.cli.scheduler");
  }
}
