// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import org.athanor.profile.run.Application;
import org.athanor.profile.run.NodeKind;

/**
 * How fast a framework runs an application on a kind of node, from runs with a known size of input
 * on clusters of only this kind.
 *
 * @param framework its kind, such as {@code spark}
 * @param runs how many, from 1 on
 * @param medianBytesPerSecondPerNode input over wall time and number of nodes
 */
public record Throughput(
    Application application,
    String framework,
    NodeKind nodeKind,
    long runs,
    double medianBytesPerSecondPerNode) {}
