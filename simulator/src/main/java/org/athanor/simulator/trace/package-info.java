// SPDX-License-Identifier: Apache-2.0
/** Jobs and accesses of real clusters: {@link org.athanor.simulator.trace.SwimTrace}. */
package org.athanor.simulator.trace;
