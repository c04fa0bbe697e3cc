// SPDX-License-Identifier: Apache-2.0
/**
 * The forms in which {@code athanor topology} shows a machine: {@link
 * org.athanor.cli.topology.TextTree} for people, {@link org.athanor.cli.topology.TopologyJson} for
 * programs; {@code picture} draws it. All of them start from a {@link
 * org.athanor.cli.topology.MachineView}. Nothing here touches Hadoop.
 */
package org.athanor.cli.topology;
