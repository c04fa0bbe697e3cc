// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.run.SpillFile;

/**
 * Where a job's sorted map output is kept until it is reduced.
 *
 * @param retained memory
 * @param spill takes what {@code retained} has no room for
 */
public record MapOutputStore(BufferPool retained, SpillFile spill) {}
