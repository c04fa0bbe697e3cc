// SPDX-License-Identifier: Apache-2.0
/**
 * Plans the binding of the Workers of a machine and their threads (Expósito, Veiga, Touriño,
 * "Enabling Hardware Affinity in JVM-Based Applications", ICCS 2020, §4.2). Entry class: {@link
 * org.athanor.topology.affinity.AffinityPlan}. A plan only describes bindings; this package neither
 * binds nor calls native code.
 *
 * <p>Stable: what is public here changes only with a line in the changelog.
 */
package org.athanor.topology.affinity;
