// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWebAppUtil;
import org.apache.hadoop.yarn.server.security.ApplicationACLsManager;
import org.apache.hadoop.yarn.webapp.ForbiddenException;

/** The users of web services that change something, checked as YARN's own class does. */
final class Callers {
  private final ResourceManager resourceManager;
  private final Configuration conf;

  Callers(ResourceManager resourceManager, Configuration conf) {
    this.resourceManager = resourceManager;
    this.conf = conf;
  }

  /**
   * Returns the caller.
   *
   * @throws AuthorizationException if it is not known
   * @throws ForbiddenException if it is the user of pages without authentication, on a cluster with
   *     security
   */
  UserGroupInformation known(HttpServletRequest request) throws AuthorizationException {
    UserGroupInformation caller = RMWebAppUtil.getCallerUserGroupInformation(request, true);
    if (caller == null) {
      throw new AuthorizationException("Unable to obtain user name, user not authenticated");
    }
    String staticUser =
        conf.get(
            CommonConfigurationKeys.HADOOP_HTTP_STATIC_USER,
            CommonConfigurationKeys.DEFAULT_HADOOP_HTTP_STATIC_USER);
    if (UserGroupInformation.isSecurityEnabled() && caller.getUserName().equals(staticUser)) {
      throw new ForbiddenException("The default static user cannot carry out this operation.");
    }
    return caller;
  }

  /**
   * Checks that the caller is an administrator of YARN, if access control is on.
   *
   * @throws AuthorizationException if it is not known
   * @throws ForbiddenException if it is not
   */
  void administrator(HttpServletRequest request) throws AuthorizationException {
    UserGroupInformation caller = known(request);
    ApplicationACLsManager acls = resourceManager.getApplicationACLsManager();
    if (acls.areACLsEnabled() && !acls.isAdmin(caller)) {
      throw new ForbiddenException("Only admins can carry out this operation.");
    }
  }
}
