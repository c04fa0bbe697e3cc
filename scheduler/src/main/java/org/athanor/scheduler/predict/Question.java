// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

import java.util.Optional;
import java.util.OptionalDouble;
import org.athanor.scheduler.ledger.Resources;

/**
 * A job on a cluster whose duration or energy is asked for.
 *
 * @param bytes size of its input, from 0
 * @param resources what it is known to need, such as from one of its tasks
 * @param estimatedSeconds the user's estimate, above 0
 */
public record Question(
    String application,
    String cluster,
    double bytes,
    Optional<Resources> resources,
    OptionalDouble estimatedSeconds) {}
