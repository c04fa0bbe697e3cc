// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.util.List;
import org.athanor.engine.run.Run;

/**
 * The output of a map that ran on this Worker.
 *
 * @param runs in the order in which the map made them
 */
record KeptOutput(int map, int attempt, List<Run> runs) {}
