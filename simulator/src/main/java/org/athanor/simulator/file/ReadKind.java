// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

/** The values of the key {@code clients.read}. */
enum ReadKind {
  OTHER,
  OWN,
  NONE
}
