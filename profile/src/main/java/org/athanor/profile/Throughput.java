// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import org.athanor.profile.run.Application;
import org.athanor.profile.run.NodeKind;

/**
 * The speed of a framework with an application on a kind of node, from runs with a known size of
 * input on clusters whose nodes are all of this kind.
 *
 * @param framework kind of the framework, such as {@code spark}
 * @param runs number of runs, from 1
 * @param medianBytesPerSecondPerNode median of input size / wall time / number of nodes
 */
public record Throughput(
    Application application,
    String framework,
    NodeKind nodeKind,
    long runs,
    double medianBytesPerSecondPerNode) {}
