// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.athanor.engine.affinity.Seat;
import org.athanor.engine.job.ContainerPlace;

/**
 * What a Worker says of itself.
 *
 * @param number its number in the session, from 0; no two Workers of a session ever have the same
 * @param host the name of the machine, as file systems name the places of blocks
 * @param rack the machine's rack; empty if it is not known
 * @param address of the machine, at which the other Workers reach this one
 * @param seat on the machine
 * @param container in which it runs; empty if there is none
 * @param logs directory for the logs of attempts; empty if none are kept
 */
public record WorkerIdentity(
    int number,
    String host,
    String rack,
    InetAddress address,
    Seat seat,
    Optional<ContainerPlace> container,
    Optional<Path> logs) {}
