// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.SlidingWindowReservoir;
import com.codahale.metrics.Timer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallTimesTest {
  private static Timer timer(int kept, long... micros) {
    Timer timer = new Timer(new SlidingWindowReservoir(kept));
    for (long time : micros) {
      timer.update(time, TimeUnit.MICROSECONDS);
    }
    return timer;
  }

  @Test
  void callsBeforeTheFirstReadingAreLeftOut() {
    Timer timer = timer(10, 500, 20, 900);
    long[] before = CallTimes.read(timer);
    for (long time : new long[] {30, 10, 20}) {
      timer.update(time, TimeUnit.MICROSECONDS);
    }
    assertThat(CallTimes.since(before, timer, 10)).isEqualTo(new CallTimes(3, 20, 20, 30));
  }

  @Test
  void timerThatHasForgottenCallsCountsThoseItHas() {
    Timer timer = timer(2, 500);
    long[] before = CallTimes.read(timer);
    timer.update(10, TimeUnit.MICROSECONDS);
    timer.update(30, TimeUnit.MICROSECONDS);
    assertThat(CallTimes.since(before, timer, 2)).isEqualTo(new CallTimes(2, 20, 10, 30));
  }

  @Test
  void percentilesAreCallsThatTookPlace() {
    long[] nanos = new long[1000];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = (i + 1) * 1000L;
    }
    CallTimes times = CallTimes.of(nanos);
    assertThat(times.p50()).isEqualTo(500);
    assertThat(times.p99()).isEqualTo(990);
  }

  @Test
  void noCallsAreNoTime() {
    assertThat(CallTimes.of(new long[0])).isEqualTo(new CallTimes(0, 0, 0, 0));
  }
}
