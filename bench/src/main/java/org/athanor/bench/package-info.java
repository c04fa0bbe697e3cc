// SPDX-License-Identifier: Apache-2.0
/** The evaluator (BDEv; J. Veiga, PhD thesis, A Coruña 2018, chapter 2). */
package org.athanor.bench;
