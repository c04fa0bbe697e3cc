// SPDX-License-Identifier: Apache-2.0
/**
 * Distributions of frameworks: the known ones ({@link org.athanor.cluster.artifact.Distributions}),
 * fetched with the machine's own Maven and pip into a cache ({@link
 * org.athanor.cluster.artifact.ArtifactStore}), or already installed ({@link
 * org.athanor.cluster.artifact.InstalledHome}).
 */
package org.athanor.cluster.artifact;
