// SPDX-License-Identifier: Apache-2.0
/** What tests share: machines from files, hwloc's own tools, seeds, and what a test needs. */
package org.athanor.topology.testing;
