// SPDX-License-Identifier: Apache-2.0
/**
 * Generators of input. What they write depends on kind, size, options and seed alone: a dataset has
 * a fixed number of part files, each from a random sequence of its own, whatever the number of
 * threads. Entry class: {@link org.athanor.workloads.Generate}.
 */
package org.athanor.workloads.generate;
