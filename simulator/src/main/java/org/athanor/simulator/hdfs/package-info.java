// SPDX-License-Identifier: Apache-2.0
/**
 * The files of a simulated HDFS: where their blocks are, where new ones go, and from where they are
 * read, by HDFS's own rules or by the policies of module storage. Entry class: {@link
 * org.athanor.simulator.hdfs.FileSystem}.
 */
package org.athanor.simulator.hdfs;
