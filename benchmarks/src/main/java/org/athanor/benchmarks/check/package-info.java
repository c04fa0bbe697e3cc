// SPDX-License-Identifier: Apache-2.0
/**
 * Checks of benchmark outputs, written without Hadoop so that a bug cannot hide in shared code.
 * Each {@code *Check} class is a program that prints its results; the runner compares them. Uses
 * the JDK only.
 */
package org.athanor.benchmarks.check;
