// SPDX-License-Identifier: Apache-2.0
/**
 * Keys and values as bytes: reads and writes fields of records as the job's serialization does.
 * Entry classes: {@link org.athanor.engine.serialization.FieldWriter}, {@link
 * org.athanor.engine.serialization.FieldReader}. Each object belongs to one thread.
 */
package org.athanor.engine.serialization;
