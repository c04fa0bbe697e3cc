// SPDX-License-Identifier: Apache-2.0
/**
 * The frameworks under evaluation: distribution, configuration, daemons and job submission of each.
 */
package org.athanor.bench.framework;
