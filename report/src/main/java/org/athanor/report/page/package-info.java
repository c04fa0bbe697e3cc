// SPDX-License-Identifier: Apache-2.0
/**
 * The report's page. This package writes its HTML; resources beside it have the style and the
 * scripts that draw the charts. The page loads nothing else, which its content security policy
 * enforces. Entry class: {@link org.athanor.report.page.Page}.
 */
package org.athanor.report.page;
