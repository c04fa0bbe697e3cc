// SPDX-License-Identifier: Apache-2.0
/**
 * DNA reads: files in the formats FASTQ and FASTA, and readers of them for Hadoop's two APIs. Entry
 * classes: {@link org.athanor.workloads.reads.ReadInputFormat} and {@link
 * org.athanor.workloads.reads.ReadScanner}.
 */
package org.athanor.workloads.reads;
