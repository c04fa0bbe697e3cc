// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import org.junit.jupiter.api.Tag;

@Tag("short")
class LocalNodeTest extends NodeContract {
  @Override
  Node node() {
    return Nodes.localhost();
  }
}
