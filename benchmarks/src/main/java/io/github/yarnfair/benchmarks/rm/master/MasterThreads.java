// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm.master;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.yarn.api.records.Container;

/**
 * Application masters that call {@code allocate} from threads, as the ResourceManager's handlers
 * do, each about once per interval. There is a thread for each processor but one: heartbeats wait
 * for what the calls lock, not for a processor.
 */
public final class MasterThreads {
  private static final int THREADS = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);

  private final List<Master> masters;
  private final long intervalNanos;
  private final Queue<Container> fetched;
  private final AtomicLong calls = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();

  /**
   * @param intervalMillis between two calls of a master
   * @param fetched where containers go that a thread came by
   */
  public MasterThreads(List<Master> masters, long intervalMillis, Queue<Container> fetched) {
    this.masters = masters;
    this.fetched = fetched;
    intervalNanos = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
  }

  public void start() {
    for (int number = 0; number < THREADS; number++) {
      int first = number;
      Thread thread = new Thread(() -> call(first), "masters-" + number);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  /** Stops the threads and waits until they have ended. */
  public void stop() throws InterruptedException {
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      thread.join();
    }
    threads.clear();
  }

  private void call(int first) {
    long next = System.nanoTime();
    while (!Thread.currentThread().isInterrupted()) {
      for (int i = first; i < masters.size(); i += THREADS) {
        fetched.addAll(masters.get(i).allocate());
        calls.incrementAndGet();
        next += intervalNanos * THREADS / masters.size();
        LockSupport.parkNanos(next - System.nanoTime());
      }
    }
  }

  /** Returns how many calls there were. */
  public long calls() {
    return calls.get();
  }
}
