// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.scenario;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyPairGeneratorSpi;
import java.security.NoSuchAlgorithmException;
import java.security.NoSuchProviderException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import org.junit.jupiter.api.extension.Extension;

/**
 * Gives each ResourceManager of a JVM the same short pair of RSA keys. Each one that starts asks
 * for a new pair for its web proxy, which no test looks at; to find the primes took a quarter of
 * the CPU time of the tests that start one, and to verify keys of YARN's length a sixth. JUnit
 * finds this class by {@code META-INF/services} and applies it in every module that has these test
 * classes on its class path.
 */
public final class OneKeyPair implements Extension {
  private static final String RSA = "RSA";

  /** Half of YARN's; the digests that YARN signs fit. */
  private static final int BITS = 1024;

  /** Called by JUnit, once for all classes. */
  public OneKeyPair() {
    Security.insertProviderAt(new KeyPairs(), 1);
  }

  private static final class KeyPairs extends Provider {
    private static final long serialVersionUID = 1;

    KeyPairs() {
      super(OneKeyPair.class.getSimpleName(), "1", "one pair of RSA keys");
      put(KeyPairGenerator.class.getSimpleName() + "." + RSA, Generator.class.getName());
    }
  }

  /** Made by the JVM for each that asks. */
  public static final class Generator extends KeyPairGeneratorSpi {
    @Override
    public void initialize(int bits, SecureRandom random) {
      // All get the same pair.
    }

    @Override
    public KeyPair generateKeyPair() {
      return Pair.ONLY;
    }
  }

  /** Made by the first that asks. */
  private static final class Pair {
    static final KeyPair ONLY = make();

    private static KeyPair make() {
      try {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(RSA, "SunRsaSign");
        generator.initialize(BITS);
        return generator.generateKeyPair();
      } catch (NoSuchAlgorithmException | NoSuchProviderException e) {
        throw new IllegalStateException("a JVM without RSA", e);
      }
    }
  }
}
