// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

/**
 * Something about a key that an administrator should read in the log, and that refuses nothing.
 *
 * @param key full name of the configuration key
 * @param message one line: where the key was set, key, value, and what about it
 */
public record KeyNotice(String key, String message) {}
