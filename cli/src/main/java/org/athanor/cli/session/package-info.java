// SPDX-License-Identifier: Apache-2.0
/**
 * The session of a user on a machine: a keeper, which is a small process, and engines, which are
 * JVMs that have run jobs before and wait for a driver. {@link
 * org.athanor.cli.session.SessionClient} is what {@code athanor run} starts instead of a JVM of its
 * own; it passes its standard streams to an engine through the keeper and waits for the exit code.
 * Uses nothing of Hadoop or of the engine.
 */
package org.athanor.cli.session;
