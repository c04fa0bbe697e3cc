// SPDX-License-Identifier: Apache-2.0
/**
 * The catalogue of measured runs, for predictions: {@link
 * org.athanor.scheduler.catalogue.CatalogueLink} reads it and enters what the scheduler itself ran,
 * {@link org.athanor.scheduler.catalogue.MeasuredRuns} and {@link
 * org.athanor.scheduler.catalogue.Feedback} convert its runs, {@link
 * org.athanor.scheduler.catalogue.PowerOfNodes} finds the power of nodes, and {@link
 * org.athanor.scheduler.catalogue.Advisor} says what is best for an application.
 *
 * <p>Only the link and methods with a {@code Catalogue} do I/O; all else is immutable.
 */
package org.athanor.scheduler.catalogue;
