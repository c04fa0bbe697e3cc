// SPDX-License-Identifier: Apache-2.0
/** Words of experiment files, and what somebody may have meant who wrote another one. */
package org.athanor.bench.words;
