/* A clock that can be set back for some processes, by LD_PRELOAD: the time of day is the system's plus as many seconds
   as the file CHAOS_CLOCK holds, at every moment. Monotonic clocks stay, as they do when an administrator sets the
   time. (Debian's libfaketime 0.9.10 makes every time.sleep of Python 3.11 fail when it leaves monotonic clocks.) */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile long *seconds;

__attribute__((constructor)) static void open_clock(void) {
  const char *name = getenv("CHAOS_CLOCK");
  int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *there = mmap(NULL, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
  if (there != MAP_FAILED) seconds = there;
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = syscall(SYS_clock_gettime, clock, now);
  if (!failed && seconds && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *seconds;
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec exact;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *now) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (now) *now = exact.tv_sec;
  return exact.tv_sec;
}
