// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.webapp.dao.QueueConfigInfo;
import org.apache.hadoop.yarn.webapp.dao.SchedConfUpdateInfo;

/** A request to change the stored queues, in parts. */
public final class QueueRequest {
  private final SchedConfUpdateInfo request = new SchedConfUpdateInfo();

  /** Adds a queue; properties and their values by turns. */
  public QueueRequest add(String path, String... properties) {
    ArrayList<QueueConfigInfo> queues = new ArrayList<>(request.getAddQueueInfo());
    queues.add(new QueueConfigInfo(path, map(properties)));
    request.setAddQueueInfo(queues);
    return this;
  }

  public QueueRequest remove(String path) {
    ArrayList<String> queues = new ArrayList<>(request.getRemoveQueueInfo());
    queues.add(path);
    request.setRemoveQueueInfo(queues);
    return this;
  }

  /** Changes properties of a queue; an empty value removes one. */
  public QueueRequest update(String path, String... properties) {
    ArrayList<QueueConfigInfo> queues = new ArrayList<>(request.getUpdateQueueInfo());
    queues.add(new QueueConfigInfo(path, map(properties)));
    request.setUpdateQueueInfo(queues);
    return this;
  }

  public QueueRequest global(String key, String value) {
    HashMap<String, String> keys = new HashMap<>(request.getGlobalParams());
    keys.put(key, value);
    request.setGlobalParams(keys);
    return this;
  }

  public SchedConfUpdateInfo build() {
    return request;
  }

  private static Map<String, String> map(String... properties) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < properties.length; i += 2) {
      map.put(properties[i], properties[i + 1]);
    }
    return map;
  }
}
