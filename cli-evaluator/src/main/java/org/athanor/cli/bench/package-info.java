// SPDX-License-Identifier: Apache-2.0
/** The command {@code athanor bench}: experiments, their progress, and what they found out. */
package org.athanor.cli.bench;
