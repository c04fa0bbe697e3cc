// SPDX-License-Identifier: Apache-2.0
/**
 * Generators of input. Their output depends only on kind, size, options and seed: a dataset has a
 * fixed number of part files, each with its own random sequence, so the number of threads does not
 * matter. Entry class: {@link org.athanor.workloads.Generate}.
 */
package org.athanor.workloads.generate;
