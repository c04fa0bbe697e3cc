// SPDX-License-Identifier: Apache-2.0
/** The evaluator's side of the {@code athanor} command. */
package org.athanor.cli.evaluator;
