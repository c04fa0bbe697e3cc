// SPDX-License-Identifier: Apache-2.0
/**
 * The order in which a reader tries the replicas of a block: a weighted random draw without
 * replacement. A {@link org.athanor.storage.retrieval.RetrievalPolicy} weighs replicas, {@link
 * org.athanor.storage.retrieval.WeightedOrder} draws. Both allocate nothing, because the NameNode
 * calls them for each block that is read, and both may be used by several threads.
 */
package org.athanor.storage.retrieval;
