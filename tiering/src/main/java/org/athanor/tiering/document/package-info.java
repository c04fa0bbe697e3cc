// SPDX-License-Identifier: Apache-2.0
/**
 * Plans as files: JSON for programs and for who carries a plan out ({@link
 * org.athanor.tiering.document.PlanJson}), and a page for people ({@link
 * org.athanor.tiering.document.PlanPage}).
 */
package org.athanor.tiering.document;
