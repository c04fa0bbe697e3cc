// SPDX-License-Identifier: Apache-2.0
/**
 * Generalised iterated matrix-vector multiplications (GIM-V; U. Kang, C. Tsourakakis, C. Faloutsos:
 * PEGASUS, ICDM 2009), with jobs and use of the file system as in the program of this name, of
 * which this is another implementation. Entry classes: {@link
 * org.athanor.workloads.gimv.GimvPageRank} and {@link org.athanor.workloads.gimv.GimvComponents};
 * the multiplication is {@link org.athanor.workloads.gimv.JoinReducer} (combine2) and the reducer
 * of each (combineAll, assign). Algorithms that save jobs are in {@link
 * org.athanor.workloads.mapreduce}.
 */
package org.athanor.workloads.gimv;
