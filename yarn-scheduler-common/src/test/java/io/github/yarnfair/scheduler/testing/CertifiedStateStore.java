// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.MockMemoryRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.ApplicationStateData;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A store in memory that holds the certificate of YARN's web proxy from the start, so that no
 * ResourceManager makes one. It keeps the tags of applications, as YARN's stores do and this one of
 * YARN's tests does not.
 */
final class CertifiedStateStore extends MockMemoryRMStateStore {
  private static final KeyPair KEYS = keys();
  private static final X509Certificate CERTIFICATE = certificate(KEYS);

  private final Map<ApplicationId, Set<String>> tags = new HashMap<>();

  private static KeyPair keys() {
    try {
      return KeyPairGenerator.getInstance("RSA").generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509Certificate certificate(KeyPair keys) {
    X500Name name = new X500Name("CN=test");
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(
              new JcaX509v3CertificateBuilder(
                      name,
                      BigInteger.ONE,
                      new Date(0),
                      Date.from(Instant.now().plus(1, ChronoUnit.DAYS)),
                      name,
                      keys.getPublic())
                  .build(new JcaContentSignerBuilder("SHA512withRSA").build(keys.getPrivate())));
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException("no certificate for the web proxy", e);
    }
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
      proxy.setCaCert(CERTIFICATE);
      proxy.setCaPrivateKey(KEYS.getPrivate());
    }
    return loaded;
  }
}
