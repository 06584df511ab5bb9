// SPDX-License-Identifier: Apache-2.0

// Preloaded into a daemon: the time of day is the first number of the file named by CLOCK_FILE, in microseconds (int64,
// host order). A wait until a time of day ends when that number reaches it. The second number is until when the thread
// of the name CLOCK_THREAD waits, or has last waited. Sleeps, time-outs of sockets and the monotonic clock stay real.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define MICROS 1000000LL
#define POLL_NANOS 2000000L

static volatile int64_t *now_micros;
static volatile int64_t *waits_until;
static const char *thread_name;

__attribute__((constructor)) static void map_clock(void) {
  const char *path = getenv("CLOCK_FILE");
  int file = path ? open(path, O_RDWR) : -1;
  if (file < 0) abort();
  now_micros = mmap(NULL, 2 * sizeof(int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (now_micros == MAP_FAILED) abort();
  close(file);
  waits_until = now_micros + 1;
  thread_name = getenv("CLOCK_THREAD");
}

time_t time(time_t *result) {
  time_t seconds = *now_micros / MICROS;
  if (result) *result = seconds;
  return seconds;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
  int64_t now = *now_micros;
  result->tv_sec = now / MICROS;
  result->tv_usec = now % MICROS;
  return 0;
}

static int is_time_of_day(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE; }

int clock_gettime(clockid_t clock, struct timespec *result) {
  if (!is_time_of_day(clock)) return syscall(SYS_clock_gettime, clock, result);
  int64_t now = *now_micros;
  result->tv_sec = now / MICROS;
  result->tv_nsec = now % MICROS * 1000;
  return 0;
}

int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until) {
  int64_t end = until->tv_sec * MICROS + until->tv_nsec / 1000;
  char own_name[16];
  if (thread_name && !pthread_getname_np(pthread_self(), own_name, sizeof own_name) && !strcmp(own_name, thread_name))
    *waits_until = end;
  while (*now_micros < end) {
    struct timespec soon;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &soon);
    soon.tv_nsec += POLL_NANOS;
    if (soon.tv_nsec >= 1000000000L) {
      soon.tv_sec++;
      soon.tv_nsec -= 1000000000L;
    }
    int result = pthread_cond_clockwait(cond, mutex, CLOCK_MONOTONIC, &soon);
    if (result != ETIMEDOUT) return result;
  }
  return ETIMEDOUT;
}
