// SPDX-License-Identifier: Apache-2.0
/**
 * Binds engine threads to PUs as {@code athanor.affinity} says (Expósito, Veiga, Touriño, "Enabling
 * Hardware Affinity in JVM-Based Applications", ICCS 2020, §4.2). Entry class: {@link
 * org.athanor.engine.affinity.Affinity}. {@link org.athanor.topology.affinity.AffinityPlan} decides
 * which thread is bound where; this package applies the plan to one Worker. Without affinity,
 * neither libhwloc nor JNA is loaded.
 */
package org.athanor.engine.affinity;
