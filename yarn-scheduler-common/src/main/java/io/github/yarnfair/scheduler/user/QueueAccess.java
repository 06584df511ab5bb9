// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.user;

import io.github.yarnfair.scheduler.conf.queue.QueueOrigin;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.security.AccessRequest;
import org.apache.hadoop.yarn.security.AccessType;
import org.apache.hadoop.yarn.security.Permission;
import org.apache.hadoop.yarn.security.PrivilegedEntity;
import org.apache.hadoop.yarn.security.PrivilegedEntity.EntityType;
import org.apache.hadoop.yarn.security.YarnAuthorizationProvider;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;

/**
 * Permissions of users on queues. They are checked by YARN's own authorization provider, so that a
 * provider that an administrator plugs in keeps working. A permission on an ancestor suffices.
 */
public final class QueueAccess {
  private final boolean enabled;
  private final YarnAuthorizationProvider provider;

  public QueueAccess(Configuration conf) {
    enabled = YarnConfiguration.isAclEnabled(conf);
    provider = YarnAuthorizationProvider.getInstance(conf);
  }

  /** Returns whether access control is on ({@code yarn.acl.enable}). */
  public boolean isEnabled() {
    return enabled;
  }

  /**
   * Publishes the access lists of the queue file's queues to the provider. Created queues are left
   * out: a provider cannot remove a queue.
   *
   * @throws IOException if the provider does not take them
   */
  public void publish(Stream<QueueSpec> queues) throws IOException {
    List<Permission> permissions =
        queues
            .filter(queue -> queue.origin() == QueueOrigin.LISTED)
            .map(QueueAccess::permission)
            .toList();
    try {
      provider.setPermission(permissions, UserGroupInformation.getCurrentUser());
    } catch (RuntimeException e) {
      throw new IOException(
          "The authorization provider %s does not take the queues' permissions: %s"
              .formatted(provider.getClass().getName(), e.getMessage()),
          e);
    }
  }

  /**
   * Returns whether the user may by the provider, or by the queue's own list if it was created;
   * always true if access control is off.
   */
  public boolean isAllowed(QueueSpec queue, QueueACL operation, UserGroupInformation user) {
    return !enabled
        || (queue.origin() != QueueOrigin.LISTED
            && queue.access().of(operation).isUserAllowed(user))
        || provider.checkPermission(
            new AccessRequest(
                new PrivilegedEntity(EntityType.QUEUE, queue.path()),
                user,
                SchedulerUtils.toAccessType(operation),
                null,
                null,
                Server.getRemoteAddress(),
                null));
  }

  private static Permission permission(QueueSpec queue) {
    Map<AccessType, AccessControlList> acls = new EnumMap<>(AccessType.class);
    for (QueueACL operation : QueueACL.values()) {
      acls.put(SchedulerUtils.toAccessType(operation), queue.access().of(operation));
    }
    return new Permission(new PrivilegedEntity(EntityType.QUEUE, queue.path()), acls);
  }
}
