/* Loaded before the C library: fails what a program does to the files whose path contains $FAULTS_IN, and shifts its wall clock.
 *
 * The file $FAULTS_CONTROL says how: "GENERATION AFTER TIMES ERRNO SHIFT". Counting begins anew with each generation; AFTER calls pass, the TIMES after
 * them fail with ERRNO, and the rest pass. SHIFT is added to the seconds of the wall clock. Each failure adds a byte to $FAULTS_CONTROL.hits. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

struct orders {
    long generation, after, times, error, shift;
};

static struct orders orders(void) {
    struct orders read_orders = {0, 0, 0, 0, 0};
    const char *control = getenv("FAULTS_CONTROL");
    char text[128] = "";
    int file = control ? (int)syscall(SYS_openat, AT_FDCWD, control, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return read_orders;
    if (syscall(SYS_read, file, text, sizeof text - 1) > 0)
        sscanf(text, "%ld %ld %ld %ld %ld", &read_orders.generation, &read_orders.after, &read_orders.times, &read_orders.error,
               &read_orders.shift);
    syscall(SYS_close, file);
    return read_orders;
}

static int concerns(int fd) {
    const char *in = getenv("FAULTS_IN");
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (!in || length < 0) return 0;
    path[length] = 0;
    return strstr(path, in) != NULL;
}

static int fails(int fd) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static long generation, calls;
    if (!concerns(fd)) return 0;
    struct orders now = orders();
    pthread_mutex_lock(&lock);
    if (now.generation != generation) {
        generation = now.generation;
        calls = 0;
    }
    long call = calls++;
    pthread_mutex_unlock(&lock);
    if (call < now.after || call >= now.after + now.times) return 0;
    char hits[4096];
    snprintf(hits, sizeof hits, "%s.hits", getenv("FAULTS_CONTROL"));
    int file = (int)syscall(SYS_openat, AT_FDCWD, hits, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file >= 0) {
        syscall(SYS_write, file, "x", 1);
        syscall(SYS_close, file);
    }
    errno = (int)now.error;
    return 1;
}

#define FAULTY(kind, name, parameters, arguments)                        \
    kind name parameters {                                               \
        static kind (*real) parameters;                                  \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);            \
        return fails(fd) ? -1 : real arguments;                          \
    }

FAULTY(ssize_t, write, (int fd, const void *bytes, size_t count), (fd, bytes, count))
FAULTY(ssize_t, pwrite, (int fd, const void *bytes, size_t count, off_t at), (fd, bytes, count, at))
FAULTY(ssize_t, pwrite64, (int fd, const void *bytes, size_t count, off64_t at), (fd, bytes, count, at))
FAULTY(int, ftruncate, (int fd, off_t length), (fd, length))
FAULTY(int, ftruncate64, (int fd, off64_t length), (fd, length))
FAULTY(int, fsync, (int fd), (fd))
FAULTY(int, fdatasync, (int fd), (fd))

int clock_gettime(clockid_t clock, struct timespec *time) {
    int outcome = (int)syscall(SYS_clock_gettime, clock, time);
    if (outcome == 0 && clock == CLOCK_REALTIME) time->tv_sec += orders().shift;
    return outcome;
}
