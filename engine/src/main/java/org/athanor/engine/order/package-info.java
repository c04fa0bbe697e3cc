// SPDX-License-Identifier: Apache-2.0
/** The order of serialized keys. Entry class: {@link org.athanor.engine.order.KeyOrder}. */
package org.athanor.engine.order;
