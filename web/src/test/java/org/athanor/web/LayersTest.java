// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

import org.athanor.testkit.ModuleLayers;

/** Checks this module's dependencies against docs/architecture.md, "Modules". */
class LayersTest extends ModuleLayers {
  LayersTest() {
    super("web", "org.athanor.web");
  }
}
