// SPDX-License-Identifier: Apache-2.0
/**
 * What scenario files of {@code athanor simulate} take from other modules: measured runs of the
 * catalogue, and logs of a NameNode. Entry classes: {@link org.athanor.cli.measured.CatalogueRuns},
 * {@link org.athanor.cli.measured.ReplayedLogs}. Used by one thread at a time.
 */
package org.athanor.cli.measured;
