// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

/**
 * A file that has more replicas for a time, because a region got a copy of it.
 *
 * @param path with its file system
 * @param input as a job declares it
 * @param cluster through which it was copied
 * @param replicas what it had before
 * @param raised what it has now; 0 while that is not known
 */
public record RaisedFile(String path, String input, String cluster, int replicas, int raised) {}
