// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.util.Optional;

/**
 * How a daemon is.
 *
 * @param live whether its process runs
 * @param says what its web server answers in short, such as {@code 2 datanodes}; empty if it gives
 *     no answer
 * @param ready whether it lives, answers and serves its clients with all workers there are
 */
public record DaemonStatus(
    DaemonRecord daemon, boolean live, Optional<String> says, boolean ready) {}
