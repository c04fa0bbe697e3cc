// SPDX-License-Identifier: Apache-2.0
/**
 * Checks of benchmark outputs, written without Hadoop so that a bug cannot hide in shared code.
 * Each {@code *Check} class is a program that prints what it found; the runner compares. Uses the
 * JDK only.
 */
package org.athanor.benchmarks.check;
