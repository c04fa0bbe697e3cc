// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Optional;
import org.athanor.yaml.text.ByteSize;

/**
 * What is made warm on the nodes before each trial, so that no trial pays for it and no other one
 * gets it for nothing.
 *
 * @param memory free memory that the host of a virtual machine has given to it; if empty, whatever
 *     the trial before left
 * @param input whether the input is read, so that it is in the page cache if that has room
 */
public record Warm(Optional<ByteSize> memory, boolean input) {
  public static final Warm NOTHING = new Warm(Optional.empty(), false);
}
