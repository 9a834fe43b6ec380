/*
 * A layer between a program and the system that lets the n-th operation on the files of one directory fail.
 *
 * Made by the tests (every_write.rs) and loaded before everything else (LD_PRELOAD). Operations are opening a file,
 * writing, cutting, syncing, renaming, removing and making a directory. What happens at the n-th:
 *
 *   error   it fails: an input/output error
 *   full    it fails: no space left (only what needs space; all else works)
 *   crash   the program is killed before it, or in the middle of it if it writes
 *   power   as crash, and all that was not synced is gone: bytes, new names, new contents of names, removals
 *   torn    as power, but a part of what was not synced has reached the disk: what came first, the last of it by half
 *   names   as power, but all names have reached the disk, only bytes have not: a new file may be empty
 *   memory  operations are allocations, wherever they are made, and the n-th finds no memory
 *
 * FAULT_DIR    the directory; operations elsewhere are left alone
 * FAULT_AT     n, from 1; 0 only counts
 * FAULT_KIND   one of the words above
 * FAULT_COUNT  a file, outside of it, for the number of operations so far
 * FAULT_KEEP   a directory, outside of it on the same disk, for what may have to be brought back
 * FAULT_CLOCK  seconds by which the system's clock seems to be ahead
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum kind { ERROR, FULL, CRASH, POWER, TORN, NAMES, MEMORY };
enum change { WROTE, CREATED, RENAMED, REMOVED, MADE };

/* What has not been synced, newest first. */
struct pending {
    struct pending *older;
    enum change change;
    int fd;              /* WROTE: our own handle of the file */
    ino_t inode;         /* WROTE */
    off_t at, size;      /* WROTE: where, and how large the file was */
    char *bytes;         /* WROTE: what was there */
    ssize_t length, wanted;
    char *path, *other;  /* names; other: the old name of a renamed file */
    char *kept;          /* what a name led to before */
};

#define MOST_FILES 65536
static char watched[MOST_FILES];
static char directory[PATH_MAX], keep[PATH_MAX];
static long at, seen, kept_count;
static long long clock_ahead;
static int counter = -1;
static enum kind kind;
static struct pending *newest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void setup(void) __attribute__((constructor));
static void setup(void)
{
    const char *word = getenv("FAULT_KIND"), *dir = getenv("FAULT_DIR");
    const char *words[] = {"error", "full", "crash", "power", "torn", "names", "memory"};
    for (int i = 0; word && i < 7; i++)
        if (!strcmp(word, words[i]))
            kind = i;
    if (dir)
        snprintf(directory, sizeof directory, "%s", dir);
    if (getenv("FAULT_KEEP"))
        snprintf(keep, sizeof keep, "%s", getenv("FAULT_KEEP"));
    at = getenv("FAULT_AT") ? atol(getenv("FAULT_AT")) : 0;
    clock_ahead = getenv("FAULT_CLOCK") ? atoll(getenv("FAULT_CLOCK")) : 0;
    if (getenv("FAULT_COUNT"))
        counter = syscall(SYS_openat, AT_FDCWD, getenv("FAULT_COUNT"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
}

static void tell_count(long count)
{
    char text[32];
    int length = snprintf(text, sizeof text, "%ld\n", count);
    if (counter >= 0)
        syscall(SYS_pwrite64, counter, text, length, 0);
}

/* Allocations are too many to write their number down each time. */
static void teardown(void) __attribute__((destructor));
static void teardown(void)
{
    if (kind == MEMORY)
        tell_count(seen);
}

static int has_no_memory(void)
{
    if (kind != MEMORY)
        return 0;
    long count = __atomic_add_fetch(&seen, 1, __ATOMIC_RELAXED);
    if (count % 256 == 0)
        tell_count(count);
    return count == at;
}

/* The C library's own. */
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

void *malloc(size_t size)
{
    return has_no_memory() ? (errno = ENOMEM, NULL) : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return has_no_memory() ? (errno = ENOMEM, NULL) : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return has_no_memory() ? (errno = ENOMEM, NULL) : __libc_realloc(old, size);
}

int posix_memalign(void **to, size_t alignment, size_t size)
{
    void *found = has_no_memory() ? NULL : __libc_memalign(alignment, size);
    if (found)
        *to = found;
    return found ? 0 : ENOMEM;
}

static int is_inside(const char *path)
{
    size_t length = strlen(directory);
    return length && path && !strncmp(path, directory, length) && (path[length] == '/' || !path[length]);
}

static int is_watched(int fd)
{
    return fd >= 0 && fd < MOST_FILES && watched[fd];
}

static int loses_unsynced(void)
{
    return kind == POWER || kind == TORN || kind == NAMES;
}

static void free_pending(struct pending *one)
{
    if (one->change == WROTE)
        syscall(SYS_close, one->fd);
    if (one->kept) {
        syscall(SYS_unlinkat, AT_FDCWD, one->kept, 0);
        free(one->kept);
    }
    free(one->bytes), free(one->path), free(one->other), free(one);
}

/* Forgets what has been synced: of a file its bytes, of a directory its names. */
static void synced(int fd)
{
    struct stat file;
    char name[64], path[PATH_MAX];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(name, path, sizeof path - 1);
    if (fstat(fd, &file) || length < 0)
        return;
    path[length] = 0;
    for (struct pending **link = &newest; *link;) {
        struct pending *one = *link;
        int done = one->change == WROTE && one->inode == file.st_ino;
        if (one->change != WROTE && S_ISDIR(file.st_mode)) {
            const char *end = strrchr(one->path, '/');
            done = end && (size_t)(end - one->path) == strlen(path) && !strncmp(one->path, path, strlen(path));
        }
        if (done) {
            *link = one->older;
            free_pending(one);
        } else
            link = &one->older;
    }
}

static struct pending *remember(enum change change)
{
    struct pending *one = calloc(1, sizeof *one);
    one->change = change;
    one->older = newest;
    newest = one;
    return one;
}

/* Another name for what a path leads to, so that it can be brought back. */
static char *keep_name(const char *path)
{
    char *name = malloc(2 * PATH_MAX);
    snprintf(name, 2 * PATH_MAX, "%s/%ld-%ld", keep, (long)getpid(), kept_count++);
    if (syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, name, 0)) {
        free(name);
        return NULL;
    }
    return name;
}

/* Before bytes at `from` are changed; a length below 0 stands for all up to the end. */
static void before_write(int fd, off_t from, ssize_t length)
{
    struct stat file;
    if (!loses_unsynced() || fstat(fd, &file))
        return;
    char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    struct pending *one = remember(WROTE);
    one->fd = syscall(SYS_openat, AT_FDCWD, name, O_RDWR | O_CLOEXEC);
    one->inode = file.st_ino;
    one->at = from;
    one->size = file.st_size;
    one->length = one->wanted = length < 0 ? file.st_size - from : length;
    if (one->length < 0)
        one->length = 0;
    one->bytes = malloc(one->length + 1);
    ssize_t got = syscall(SYS_pread64, one->fd, one->bytes, one->length, from);
    one->length = got < 0 ? 0 : got;
}

static void undo(struct pending *one, int half)
{
    switch (one->change) {
    case WROTE: {
        ssize_t stays = half ? one->wanted / 2 : 0;
        if (one->length > stays)
            syscall(SYS_pwrite64, one->fd, one->bytes + stays, one->length - stays, one->at + stays);
        if (!half || one->at + one->wanted > one->size)
            syscall(SYS_ftruncate, one->fd, half && one->at + stays > one->size ? one->at + stays : one->size);
        break;
    }
    case CREATED:
        syscall(SYS_unlinkat, AT_FDCWD, one->path, 0);
        break;
    case RENAMED:
        syscall(SYS_renameat, AT_FDCWD, one->path, AT_FDCWD, one->other);
        if (one->kept)
            syscall(SYS_renameat, AT_FDCWD, one->kept, AT_FDCWD, one->path);
        break;
    case REMOVED:
        if (one->kept)
            syscall(SYS_renameat, AT_FDCWD, one->kept, AT_FDCWD, one->path);
        break;
    case MADE: {
        /* With all that is in it. */
        char name[2 * PATH_MAX];
        snprintf(name, sizeof name, "%s/lost-%ld", keep, kept_count++);
        syscall(SYS_renameat, AT_FDCWD, one->path, AT_FDCWD, name);
        break;
    }
    }
}

static void end_here(void)
{
    if (loses_unsynced()) {
        long count = 0;
        for (struct pending *one = newest; one; one = one->older)
            count++;
        /* By n alone, so that the same n does the same. */
        long lost = kind == TORN && count ? (at * 2654435761u >> 7) % (count + 1) : count;
        struct pending *one = newest;
        for (; one && lost; one = one->older, lost--)
            if (kind != NAMES || one->change == WROTE)
                undo(one, 0);
        if (one && kind == TORN && one->change == WROTE)
            undo(one, 1);
    }
    syscall(SYS_kill, getpid(), SIGKILL);
    pause();
}

/* Counts an operation; whether it is the one that fails. Called with the lock held. */
static int fails(int needs_space)
{
    if (kind == MEMORY || (kind == FULL && !needs_space))
        return 0;
    tell_count(++seen);
    if (seen != at)
        return 0;
    errno = kind == FULL ? ENOSPC : EIO;
    return 1;
}

/* What is left to do when the n-th operation is not a write. */
static int fails_or_ends(int needs_space)
{
    if (!fails(needs_space))
        return 0;
    if (kind >= CRASH)
        end_here();
    return 1;
}

static int opened(int dir, const char *path, int flags, mode_t mode)
{
    if (!is_inside(path))
        return syscall(SYS_openat, dir, path, flags, mode);
    pthread_mutex_lock(&lock);
    int fd = -1;
    int creates = (flags & O_CREAT) && syscall(SYS_faccessat, AT_FDCWD, path, F_OK);
    if (!fails_or_ends(creates)) {
        if ((flags & O_TRUNC) && !creates && loses_unsynced()) {
            int before = syscall(SYS_openat, dir, path, O_RDWR | O_CLOEXEC);
            if (before >= 0) {
                before_write(before, 0, -1);
                syscall(SYS_close, before);
            }
        }
        fd = syscall(SYS_openat, dir, path, flags, mode);
        if (fd >= 0 && fd < MOST_FILES)
            watched[fd] = 1;
        if (fd >= 0 && creates && loses_unsynced())
            remember(CREATED)->path = strdup(path);
    }
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return fd;
}

#define OPEN(name)                                   \
    int name(const char *path, int flags, ...)       \
    {                                                \
        va_list rest;                                \
        va_start(rest, flags);                       \
        mode_t mode = va_arg(rest, mode_t);          \
        va_end(rest);                                \
        return opened(AT_FDCWD, path, flags, mode);  \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                      \
    int name(int dir, const char *path, int flags, ...)   \
    {                                                     \
        va_list rest;                                     \
        va_start(rest, flags);                            \
        mode_t mode = va_arg(rest, mode_t);               \
        va_end(rest);                                     \
        return opened(dir, path, flags, mode);            \
    }
OPENAT(openat)
OPENAT(openat64)

int close(int fd)
{
    if (is_watched(fd))
        watched[fd] = 0;
    return syscall(SYS_close, fd);
}

/* from < 0: at the file's own place. */
static ssize_t written(int fd, const void *bytes, size_t length, off_t from)
{
    if (!is_watched(fd))
        return from < 0 ? syscall(SYS_write, fd, bytes, length) : syscall(SYS_pwrite64, fd, bytes, length, from);
    pthread_mutex_lock(&lock);
    int ends = 0;
    ssize_t done = -1;
    off_t place = from < 0 ? lseek(fd, 0, SEEK_CUR) : from;
    if (fails(1)) {
        ends = kind >= CRASH;
        length = ends ? length / 2 : 0;
    }
    if (length) {
        before_write(fd, place, length);
        done = from < 0 ? syscall(SYS_write, fd, bytes, length) : syscall(SYS_pwrite64, fd, bytes, length, from);
    }
    if (ends)
        end_here();
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}

ssize_t write(int fd, const void *bytes, size_t length)
{
    return written(fd, bytes, length, -1);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t from)
{
    return written(fd, bytes, length, from);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t from)
{
    return written(fd, bytes, length, from);
}

ssize_t writev(int fd, const struct iovec *parts, int count)
{
    if (!is_watched(fd))
        return syscall(SYS_writev, fd, parts, count);
    return count ? written(fd, parts[0].iov_base, parts[0].iov_len, -1) : 0;
}

static int cut(int fd, off_t length)
{
    if (!is_watched(fd))
        return syscall(SYS_ftruncate, fd, length);
    pthread_mutex_lock(&lock);
    int done = -1;
    if (!fails_or_ends(1)) {
        before_write(fd, length, -1);
        done = syscall(SYS_ftruncate, fd, length);
    }
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}

int ftruncate(int fd, off_t length)
{
    return cut(fd, length);
}

int ftruncate64(int fd, off_t length)
{
    return cut(fd, length);
}

static int sync_now(int fd, long how)
{
    if (!is_watched(fd))
        return syscall(how, fd);
    pthread_mutex_lock(&lock);
    int done = -1;
    if (!fails_or_ends(1)) {
        /* The layer knows what would be lost; the real disk need not be waited for. */
        done = 0;
        synced(fd);
    }
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}

int fsync(int fd)
{
    return sync_now(fd, SYS_fsync);
}

int fdatasync(int fd)
{
    return sync_now(fd, SYS_fdatasync);
}

static int renamed(const char *old, const char *new)
{
    if (!is_inside(old) && !is_inside(new))
        return syscall(SYS_renameat, AT_FDCWD, old, AT_FDCWD, new);
    pthread_mutex_lock(&lock);
    int done = -1;
    if (!fails_or_ends(1)) {
        char *kept = loses_unsynced() ? keep_name(new) : NULL;
        done = syscall(SYS_renameat, AT_FDCWD, old, AT_FDCWD, new);
        if (!done && loses_unsynced()) {
            struct pending *one = remember(RENAMED);
            one->path = strdup(new);
            one->other = strdup(old);
            one->kept = kept;
        }
    }
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}

int rename(const char *old, const char *new)
{
    return renamed(old, new);
}

int renameat(int from, const char *old, int to, const char *new)
{
    (void)from, (void)to;
    return renamed(old, new);
}

int unlink(const char *path)
{
    if (!is_inside(path))
        return syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    pthread_mutex_lock(&lock);
    int done = -1;
    if (!fails_or_ends(0)) {
        char *kept = loses_unsynced() ? keep_name(path) : NULL;
        done = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
        if (!done && loses_unsynced()) {
            struct pending *one = remember(REMOVED);
            one->path = strdup(path);
            one->kept = kept;
        }
    }
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}

int mkdir(const char *path, mode_t mode)
{
    if (!is_inside(path))
        return syscall(SYS_mkdirat, AT_FDCWD, path, mode);
    pthread_mutex_lock(&lock);
    int done = -1;
    if (!fails_or_ends(1)) {
        done = syscall(SYS_mkdirat, AT_FDCWD, path, mode);
        if (!done && loses_unsynced())
            remember(MADE)->path = strdup(path);
    }
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int done = syscall(SYS_clock_gettime, clock, time);
    if (!done && clock == CLOCK_REALTIME)
        time->tv_sec += clock_ahead;
    return done;
}

time_t time(time_t *to)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return to ? *to = now.tv_sec : now.tv_sec;
}

int gettimeofday(struct timeval *restrict to, void *restrict zone)
{
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    to->tv_sec = now.tv_sec;
    to->tv_usec = now.tv_nsec / 1000;
    return 0;
}
