// SPDX-License-Identifier: Apache-2.0
/** How keys compare. Entry class: {@link org.athanor.engine.order.KeyOrder}. */
package org.athanor.engine.order;
