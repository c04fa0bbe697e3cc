// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage;

import org.athanor.testkit.ModuleLayers;

/** Checks this module's dependencies against docs/architecture.md, "Modules". */
class LayersTest extends ModuleLayers {
  LayersTest() {
    super("storage", "org.athanor.storage");
  }
}
