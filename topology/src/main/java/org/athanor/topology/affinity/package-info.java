// SPDX-License-Identifier: Apache-2.0
/**
 * Who is to be bound where: plans for the Workers of a machine and their threads (Expósito, Veiga,
 * Touriño, "Enabling Hardware Affinity in JVM-Based Applications", ICCS 2020, §4.2). Entry class:
 * {@link org.athanor.topology.affinity.AffinityPlan}. Decides only; nothing here binds or calls
 * native code.
 */
package org.athanor.topology.affinity;
