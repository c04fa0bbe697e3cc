// SPDX-License-Identifier: Apache-2.0
/**
 * Tables of results in a document that people write: the text between two marks is replaced. The
 * entry classes are {@link org.athanor.report.document.ResultTables} and {@link
 * org.athanor.report.document.MarkedDocument}.
 */
package org.athanor.report.document;
