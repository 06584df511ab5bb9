// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which queue's administrators may set a key, by the key's declaration. */
class KeyRightsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "state",
        "queues",
        "ordering-policy",
        "ordering-policy.fair.enable-size-based-weight",
        "user-settings.alice.weight",
        "intra-queue-preemption.disable_preemption",
        "leaf-queue-template.capacity",
        "auto-create-child-queue.management-policy",
        "auto-queue-creation-v2.template.capacity"
      })
  void theAdministratorsOfAQueueSetWhatIsItsOwn(String property) {
    assertThat(KeyRights.isOfQueueAlone(property)).isTrue();
    assertThat(KeyRights.takesFromAll(property)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "capacity",
        "maximum-capacity",
        "maximum-am-resource-percent",
        "max-parallel-apps",
        "accessible-node-labels",
        "accessible-node-labels.gpu.capacity",
        "allow-zero-capacity-sum",
        "maximum-allocation-mb",
        "b.state",
        "unknown"
      })
  void thoseOfItsParentSetWhatTakesFromSiblings(String property) {
    assertThat(KeyRights.isOfQueueAlone(property)).isFalse();
    assertThat(KeyRights.takesFromAll(property)).isFalse();
  }

  /** The last is about a queue below that has the name of a key's first part. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "disable_preemption",
        "maximum-applications",
        "b.disable_preemption",
        "leaf-queue-template.maximum-applications",
        "auto-queue-creation-v2.template.disable_preemption",
        "intra-queue-preemption.maximum-applications"
      })
  void thoseOfRootSetWhatTakesFromAllQueues(String property) {
    assertThat(KeyRights.takesFromAll(property)).isTrue();
  }
}
