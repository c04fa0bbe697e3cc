// SPDX-License-Identifier: Apache-2.0
/** Shared parts of tests: machines from files, hwloc's tools, and preconditions. */
package org.athanor.topology.testing;
