// SPDX-License-Identifier: Apache-2.0
/**
 * Binds engine threads to PUs as {@code athanor.affinity} says (Expósito, Veiga, Touriño, "Enabling
 * Hardware Affinity in JVM-Based Applications", ICCS 2020, §4.2). Entry class: {@link
 * org.athanor.engine.affinity.Affinity}. Who is bound where is decided by {@link
 * org.athanor.topology.affinity.AffinityPlan}; here it is applied to one Worker. Without affinity,
 * nothing of libhwloc or JNA is loaded.
 */
package org.athanor.engine.affinity;
