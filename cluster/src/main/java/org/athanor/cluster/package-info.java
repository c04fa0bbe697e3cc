// SPDX-License-Identifier: Apache-2.0
/** Nodes, remote execution, system detection, and the real daemons of Hadoop on them. */
package org.athanor.cluster;
