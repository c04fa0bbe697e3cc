// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.util.Optional;

/**
 * The state of a daemon.
 *
 * @param live whether its process runs
 * @param says a summary of its web server's answer, such as {@code 2 datanodes}; empty if there is
 *     no answer
 * @param ready whether it lives, answers, and serves clients with all of the cluster's workers
 */
public record DaemonStatus(
    DaemonRecord daemon, boolean live, Optional<String> says, boolean ready) {}
