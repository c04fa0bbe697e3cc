// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.main;

import org.athanor.testkit.ModuleLayers;

/** Checks this module's dependencies against docs/architecture.md, "Modules". */
class LayersTest extends ModuleLayers {
  LayersTest() {
    super("cli-storage", "org.athanor.cli.storage");
  }
}
