// SPDX-License-Identifier: Apache-2.0
/**
 * CloudRS: corrects substitution errors in reads of deep coverage, after the method of C.-C. Chen
 * et al. (CloudRS: an error correction algorithm of high-throughput sequencing data based on
 * scalable framework, IEEE Big Data 2013), on Hadoop's older API. Entry class: {@link
 * org.athanor.workloads.cloudrs.CloudRs}. The rules are in {@link
 * org.athanor.workloads.cloudrs.WindowStack} and {@link org.athanor.workloads.cloudrs.ReadStack};
 * docs/applications.md states all of them.
 */
package org.athanor.workloads.cloudrs;
