// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.util.YarnVersionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HadoopLineTest {
  @ParameterizedTest
  @ValueSource(strings = {"3.4.0", "3.4.2", "3.5.0-SNAPSHOT", "3.10.1", "4.0", "3.4.1-amzn-2"})
  void versionThatWorksStarts(String version) {
    assertThatCode(() -> HadoopLine.check("HdrfScheduler", version)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.3.6", "2.10.2", "3.1.1.7.2.18.0-641", "3.3.0-SNAPSHOT"})
  void versionThatCannotWorkIsRefusedInOneSentence(String version) {
    assertThatThrownBy(() -> HadoopLine.check("HdrfScheduler", version))
        .isInstanceOf(YarnRuntimeException.class)
        .hasMessage("HdrfScheduler needs Hadoop 3.4 or later, and this is Hadoop " + version);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Unknown", "", "main", "three.four"})
  void unknownVersionStarts(String version) {
    assertThatCode(() -> HadoopLine.check("HdrfScheduler", version)).doesNotThrowAnyException();
  }

  /** Both by what the classes have; here that is known by the version. */
  @Test
  void differencesAreFoundInTheClasses() {
    boolean is34 = YarnVersionInfo.getVersion().startsWith("3.4.");
    assertThat(HadoopLine.hasAutoCorrection()).isEqualTo(!is34);
    assertThat(HadoopLine.namesWebServiceArguments()).isEqualTo(!is34);
  }
}
