// SPDX-License-Identifier: Apache-2.0
/**
 * MarDRe: removes duplicate and near-duplicate reads, as the program of this name does (R. R.
 * Expósito, J. Veiga, J. González-Domínguez, J. Touriño: MarDRe, Bioinformatics 33, 2017), of which
 * this is another implementation. Entry class: {@link org.athanor.workloads.mardre.MarDre}; the
 * rule itself is in {@link org.athanor.workloads.mardre.Cluster}.
 */
package org.athanor.workloads.mardre;
