// SPDX-License-Identifier: Apache-2.0
/**
 * What policies see of a cluster and its files: an immutable picture of one moment. Entry class:
 * {@link org.athanor.storage.view.ClusterView}.
 */
package org.athanor.storage.view;
