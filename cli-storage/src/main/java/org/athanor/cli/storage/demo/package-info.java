// SPDX-License-Identifier: Apache-2.0
/**
 * A small HDFS on unlike volumes to try things on: {@link org.athanor.cli.storage.demo.DemoCluster}
 * starts it as processes of the launcher, {@link org.athanor.cli.storage.demo.SkewedReads} says
 * which files are read, {@link org.athanor.cli.storage.demo.ReadLoad} reads and measures.
 */
package org.athanor.cli.storage.demo;
