// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import org.athanor.testkit.ModuleLayers;

/** What of this module depends on what: docs/architecture.md, "Modules". */
class LayersTest extends ModuleLayers {
  LayersTest() {
    super("cli", "org.athanor.cli");
  }
}
