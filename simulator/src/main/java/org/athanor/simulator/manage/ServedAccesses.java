// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

/**
 * What a daemon's decisions are worth for the accesses that come after them, in bytes of the files
 * that are opened. A region serves an access if it has a copy of the file. Otherwise an access is
 * served if it has a replica of its own on the usual tier: as many of those in the same slot of
 * time are served as there are replicas.
 *
 * <p>Decisions are taken as carried out at once. {@code bound} is what no decisions can exceed that
 * are made once for each period and keep to the same room, whatever they know of the accesses to
 * come: the sum of the periods' {@linkplain ClairvoyantBound bounds}.
 *
 * @param bytes of all accesses after the first decision
 * @param usual that files serve as they were at the beginning; not bounded by {@code bound}, if
 *     they had more replicas than the planner has room for
 * @param served by the decisions
 * @param bound of {@code served}
 */
public record ServedAccesses(double bytes, double usual, double served, double bound) {
  static final ServedAccesses NONE = new ServedAccesses(0, 0, 0, 0);

  ServedAccesses plus(ServedAccesses other) {
    return new ServedAccesses(
        bytes + other.bytes, usual + other.usual, served + other.served, bound + other.bound);
  }
}
