// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

/** What must hold of one side on its own, beyond being the same on both. */
@FunctionalInterface
public interface Check {
  void verify(Observation observation) throws Exception;
}
