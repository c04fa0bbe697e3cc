// SPDX-License-Identifier: Apache-2.0
/**
 * Nodes, their processes and files, and detection of their hardware and software. Entry classes:
 * {@link org.athanor.cluster.Nodes} and {@link org.athanor.cluster.Node}.
 */
package org.athanor.cluster;
