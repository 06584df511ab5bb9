// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of a {@link Recorder} to the files of a ring, in a thread of its own.
 *
 * <p>Twice a second it writes the buffered events, as a block of whole events with a checksum. So a
 * process that is killed loses less than a second, and a block that it was about to write; what was
 * written a second ago survives the machine's crash too. If the disk cannot be written, or the file
 * is not there or not whole any more, the recording ends.
 */
public final class FlightRecorder implements Closeable {
  /** The time between two writes, in milliseconds. */
  static final long INTERVAL = 500;

  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(INTERVAL);
  private static final long BETWEEN_CHECKS = TimeUnit.SECONDS.toNanos(2);
  private static final long BETWEEN_CLEANUPS = TimeUnit.MINUTES.toNanos(1);
  private static final long MOST_WAIT = TimeUnit.SECONDS.toMillis(5);

  private final EventBuffer buffer = new EventBuffer(this::wake);
  private final Recorder recorder;
  private final RecordingSettings settings;
  private final String name;
  private final LongSupplier clock;
  private final Consumer<IOException> onFailure;
  private final Thread thread;
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private volatile boolean isOpen;
  private volatile boolean hasFailed;
  private volatile boolean isClosing;

  // Of the thread alone.
  private long lastForced = System.nanoTime();
  private final ChunkReader chunks = new ChunkReader(buffer.first(), buffer::recycle);
  private final Files files = new Files();

  /** Null as soon as it has ended. */
  private @Nullable FlightRecorder former;

  // Set before anything is written.
  @SuppressWarnings("NullAway.Init")
  private FileRing ring;

  private @Nullable RecordingFile file;
  private @Nullable Path lastFile;

  /**
   * Begins a recording; there is no file before the first snapshot. Does not wait for the disk: a
   * directory that cannot be used is a failure like those that come later.
   *
   * @param name what the files' names begin with
   * @param clock of the machine, in milliseconds
   * @param onFailure told, by the thread that writes and once, that nothing can be written any more
   * @param former a recording that has been {@linkplain #end ended}: it has five seconds to write
   *     what it was told, for the files that are removed may be its own; null if there is none
   */
  public FlightRecorder(
      RecordingSettings settings,
      String name,
      LongSupplier clock,
      Consumer<IOException> onFailure,
      @Nullable FlightRecorder former) {
    this.settings = settings;
    this.name = name;
    this.clock = clock;
    this.onFailure = onFailure;
    this.former = former;
    recorder = new Recorder(buffer, this, settings);
    thread = new Thread(this::run, "flight recorder " + name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns what has to be told. */
  public Recorder recorder() {
    return recorder;
  }

  /** Returns whether the directory can be used and all that was told so far could be written. */
  public boolean isActive() {
    return isOpen && !hasFailed;
  }

  /** Returns whether nothing can be written any more. */
  public boolean hasFailed() {
    return hasFailed;
  }

  /** Returns how many bytes were written. */
  public long bytesWritten() {
    return written.get();
  }

  /** Returns how many events were lost because the disk was too slow. */
  public long eventsLost() {
    return lost.get();
  }

  void lost(long events) {
    lost.addAndGet(events);
  }

  /** Ends the recording; what was told is still written. Does not wait. */
  public void end() {
    if (!isClosing) {
      recorder.end();
      isClosing = true;
      LockSupport.unpark(thread);
    }
  }

  /**
   * Ends the recording and waits until all is written, or five seconds if the disk does not answer.
   */
  @Override
  public void close() {
    end();
    await();
  }

  private void await() {
    try {
      thread.join(MOST_WAIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void wake() {
    LockSupport.unpark(thread);
  }

  // ------------------------------------------------------------------------------------ the thread

  private void run() {
    try (FileRing opened = open()) {
      ring = opened;
      isOpen = true;
      long lastCleanup = System.nanoTime();
      long lastCheck = lastCleanup;
      boolean isLast;
      do {
        isLast = isClosing;
        if (!isLast) {
          LockSupport.parkNanos(this, INTERVAL_NANOS);
        }
        drain();
        if (System.nanoTime() - lastCheck >= BETWEEN_CHECKS) {
          lastCheck = System.nanoTime();
          check();
        }
        if (System.nanoTime() - lastCleanup >= BETWEEN_CLEANUPS) {
          lastCleanup = System.nanoTime();
          ring.removeOld();
        }
      } while (!isLast);
    } catch (IOException e) {
      fail(e);
    } catch (RuntimeException e) {
      fail(new IOException(e));
    }
  }

  private FileRing open() throws IOException {
    if (former != null) {
      former.await();
      former = null;
    }
    return new FileRing(settings, name, clock);
  }

  private void check() throws IOException {
    if (file != null) {
      try {
        file.check();
      } catch (IOException e) {
        throw unwritable(e);
      }
    }
  }

  private IOException unwritable(IOException reason) {
    return new IOException(lastFile + " cannot be written: " + reason.getMessage(), reason);
  }

  private void fail(IOException reason) {
    hasFailed = true;
    onFailure.accept(reason);
  }

  /** Writes all that was told so far. */
  private void drain() throws IOException {
    chunks.drain(files);
    if (file != null && System.nanoTime() - lastForced >= INTERVAL_NANOS) {
      file.force();
      lastForced = System.nanoTime();
    }
  }

  /** Of the thread alone. */
  private final class Files implements ChunkReader.Sink {
    @Override
    public void beginFile() throws IOException {
      file = ring.next();
      lastFile = file.path();
      written.addAndGet(Format.HEADER);
    }

    @Override
    public void write(byte[] events, int offset, int length) throws IOException {
      if (file == null) {
        throw new IllegalStateException("events before a snapshot");
      }
      try {
        ring.makeRoom(length);
        written.addAndGet(file.write(events, offset, length));
      } catch (IOException e) {
        throw unwritable(e);
      }
    }
  }
}
