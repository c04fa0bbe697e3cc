// SPDX-License-Identifier: Apache-2.0
/**
 * Builds and runs the evaluator's commands of {@code athanor}. Entry class: {@link
 * org.athanor.cli.main.EvaluatorMain}. Nothing depends on this package.
 */
package org.athanor.cli.main;
