// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code athanor cluster}; entry class {@link org.athanor.cli.cluster.ClusterCommand}.
 */
package org.athanor.cli.cluster;
