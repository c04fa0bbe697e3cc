// SPDX-License-Identifier: Apache-2.0
/** Texts that users write with placeholders for values of an experiment. */
package org.athanor.bench.words;
