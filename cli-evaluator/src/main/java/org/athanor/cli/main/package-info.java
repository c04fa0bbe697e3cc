// SPDX-License-Identifier: Apache-2.0
/**
 * Starts the evaluator's side of the {@code athanor} command: puts its commands together. Entry
 * class: {@link org.athanor.cli.main.EvaluatorMain}. Nothing depends on this package.
 */
package org.athanor.cli.main;
