// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.MockMemoryRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.ApplicationStateData;
import org.apache.hadoop.yarn.server.webproxy.ProxyCA;

/**
 * A store in memory that holds the certificate of YARN's web proxy from the start. Without one each
 * ResourceManager generates a pair of RSA keys, which took a third of the tests' time. It keeps the
 * tags of applications, as YARN's stores do and this one of YARN's tests does not.
 */
final class CertifiedStateStore extends MockMemoryRMStateStore {
  private static final ProxyCA PROXY = proxy();

  private final Map<ApplicationId, Set<String>> tags = new HashMap<>();

  private static ProxyCA proxy() {
    ProxyCA proxy = new ProxyCA();
    try {
      proxy.init();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("no certificate for the web proxy", e);
    }
    return proxy;
  }

  @Override
  public synchronized void storeApplicationStateInternal(
      ApplicationId id, ApplicationStateData application) throws Exception {
    super.storeApplicationStateInternal(id, application);
    tags.put(id, Set.copyOf(application.getApplicationSubmissionContext().getApplicationTags()));
  }

  @Override
  public synchronized RMState loadState() throws Exception {
    RMState loaded = super.loadState();
    loaded
        .getApplicationState()
        .forEach(
            (id, application) ->
                application
                    .getApplicationSubmissionContext()
                    .setApplicationTags(tags.getOrDefault(id, Set.of())));
    ProxyCAState proxy = loaded.getProxyCAState();
    if (proxy.getCaCert() == null) {
      proxy.setCaCert(PROXY.getCaCert());
      proxy.setCaPrivateKey(PROXY.getCaKeyPair().getPrivate());
    }
    return loaded;
  }
}
