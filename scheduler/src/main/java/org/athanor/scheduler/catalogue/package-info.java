// SPDX-License-Identifier: Apache-2.0
/**
 * The catalogue of measured runs, for predictions: {@link
 * org.athanor.scheduler.catalogue.MeasuredRuns} reads it, {@link
 * org.athanor.scheduler.catalogue.Feedback} can enter what the scheduler itself ran, which no
 * caller does yet, and {@link org.athanor.scheduler.catalogue.Advisor} says what is best for an
 * application.
 *
 * <p>Only methods with a {@code Catalogue} do I/O; all else is immutable.
 */
package org.athanor.scheduler.catalogue;
