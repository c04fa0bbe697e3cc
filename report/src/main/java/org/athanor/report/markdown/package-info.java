// SPDX-License-Identifier: Apache-2.0
/**
 * Texts as Markdown, for pull requests and documents. The entry class is {@link
 * org.athanor.report.markdown.MarkdownText}.
 */
package org.athanor.report.markdown;
