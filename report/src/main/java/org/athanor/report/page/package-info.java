// SPDX-License-Identifier: Apache-2.0
/**
 * The page: HTML written here, styled and drawn by the resources beside it. It loads nothing, which
 * its own content security policy enforces. Entry class: {@link org.athanor.report.page.Page}.
 */
package org.athanor.report.page;
