// SPDX-License-Identifier: Apache-2.0
/** The command {@code athanor bench}: experiments, their progress and their results. */
package org.athanor.cli.bench;
