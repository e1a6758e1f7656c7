/*
 * A disk that fails, for programs that are started with this in LD_PRELOAD. It acts on the files below DISK_DIRECTORY. The file
 * DISK_FAULT names the fault while there is one:
 *
 *   full   writes change what is there, and fail beyond it (ENOSPC), as on a disk without a free block
 *   fsync  fsync and fdatasync fail (EIO)
 *
 * With DISK_JOURNAL it writes there, for each file by its inode, what each write replaced since the last fsync: whoever undoes these
 * has the disk as a power cut may leave it. A record is its header and the bytes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

typedef struct {
  uint64_t offset, length, size;
} record;

static ssize_t plain_write(int fd, const void *bytes, size_t count) {
  REAL(write);
  return real(fd, bytes, count);
}

static int is_fault(const char *name) {
  const char *path = getenv("DISK_FAULT");
  char text[16] = "";
  int before = errno;
  int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (fd >= 0) {
    if (read(fd, text, sizeof text - 1) < 0) text[0] = 0;
    close(fd);
  }
  errno = before;
  return strncmp(text, name, strlen(name)) == 0;
}

/* Whether this is a file of the failing disk. What is shared memory in fact is not: it is never on a disk. */
static int is_inside(int fd, struct stat *file) {
  const char *directory = getenv("DISK_DIRECTORY");
  char link[32], path[PATH_MAX];
  int before = errno, inside = 0;
  ssize_t length;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  if (directory && fd > 0 && fstat(fd, file) == 0 && (length = readlink(link, path, sizeof path - 1)) > 0) {
    path[length] = 0;
    inside = strncmp(path, directory, strlen(directory)) == 0 && !(length > 4 && strcmp(path + length - 4, "-shm") == 0);
  }
  errno = before;
  return inside;
}

static int journal_of(const struct stat *file, int flags) {
  const char *directory = getenv("DISK_JOURNAL");
  char path[PATH_MAX];
  if (!directory) return -1;
  snprintf(path, sizeof path, "%s/%ju", directory, (uintmax_t)file->st_ino);
  return open(path, flags | O_CLOEXEC, 0666);
}

/* Before `count` bytes at `offset` are replaced, or cut off. */
static void remember(int fd, const struct stat *file, off_t offset, size_t count) {
  int before = errno;
  int journal = S_ISREG(file->st_mode) ? journal_of(file, O_WRONLY | O_CREAT | O_APPEND) : -1;
  if (journal >= 0) {
    size_t there = offset < file->st_size ? (size_t)(file->st_size - offset) : 0;
    record *one = malloc(sizeof *one + (there < count ? there : count));
    if (there > count) there = count;
    one->offset = offset;
    one->size = file->st_size;
    one->length = 0;
    /* A file that was opened for writing alone is read by its name. */
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    int reading = there > 0 ? open(link, O_RDONLY | O_CLOEXEC) : -1;
    if (reading >= 0) {
      ssize_t got = pread(reading, one + 1, there, offset);
      one->length = got > 0 ? got : 0;
      close(reading);
    }
    plain_write(journal, one, sizeof *one + one->length);
    free(one);
    close(journal);
  }
  errno = before;
}

/* How many of `count` bytes at `offset` the disk takes; all of them are remembered. */
static ssize_t room(int fd, off_t offset, size_t count) {
  struct stat file;
  if (count == 0 || !is_inside(fd, &file)) return count;
  if (offset < 0) offset = fcntl(fd, F_GETFL) & O_APPEND ? file.st_size : lseek(fd, 0, SEEK_CUR);
  if (offset < 0) return count;
  if (is_fault("full") && offset + (off_t)count > file.st_size) {
    if (offset >= file.st_size) {
      errno = ENOSPC;
      return -1;
    }
    count = file.st_size - offset;
  }
  remember(fd, &file, offset, count);
  return count;
}

static size_t length_of(const struct iovec *parts, int count) {
  size_t length = 0;
  for (int index = 0; index < count; index += 1) length += parts[index].iov_len;
  return length;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  ssize_t taken = room(fd, -1, count);
  return taken < 0 ? -1 : plain_write(fd, bytes, taken);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
  REAL(pwrite);
  ssize_t taken = room(fd, offset, count);
  return taken < 0 ? -1 : real(fd, bytes, taken, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) { return pwrite(fd, bytes, count, offset); }

/* These write all or nothing. */
static int takes_all(int fd, off_t offset, const struct iovec *parts, int count) {
  ssize_t length = length_of(parts, count), taken = room(fd, offset, length);
  if (taken >= 0 && taken < length) errno = ENOSPC;
  return taken == length;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(writev);
  return takes_all(fd, -1, parts, count) ? real(fd, parts, count) : -1;
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  REAL(pwritev);
  return takes_all(fd, offset, parts, count) ? real(fd, parts, count, offset) : -1;
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) { return pwritev(fd, parts, count, offset); }

int fallocate(int fd, int mode, off_t offset, off_t length) {
  REAL(fallocate);
  struct stat file;
  if (is_inside(fd, &file)) {
    if (is_fault("full")) {
      errno = ENOSPC;
      return -1;
    }
    remember(fd, &file, offset, 0);
  }
  return real(fd, mode, offset, length);
}

int fallocate64(int fd, int mode, off64_t offset, off64_t length) { return fallocate(fd, mode, offset, length); }

int posix_fallocate(int fd, off_t offset, off_t length) {
  REAL(posix_fallocate);
  struct stat file;
  if (is_inside(fd, &file)) {
    if (is_fault("full")) return ENOSPC;
    remember(fd, &file, offset, 0);
  }
  return real(fd, offset, length);
}

int posix_fallocate64(int fd, off64_t offset, off64_t length) { return posix_fallocate(fd, offset, length); }

int ftruncate(int fd, off_t length) {
  REAL(ftruncate);
  struct stat file;
  if (is_inside(fd, &file)) remember(fd, &file, length, length < file.st_size ? file.st_size - length : 0);
  return real(fd, length);
}

int ftruncate64(int fd, off64_t length) { return ftruncate(fd, length); }

/* After a sync that succeeded a power cut undoes nothing that was written before. */
static int synced(int fd, int (*real)(int)) {
  struct stat file;
  int inside = is_inside(fd, &file);
  if (inside && is_fault("fsync")) {
    errno = EIO;
    return -1;
  }
  int result = real(fd);
  if (inside && result == 0) {
    int journal = journal_of(&file, O_WRONLY | O_TRUNC);
    if (journal >= 0) close(journal);
  }
  return result;
}

int fsync(int fd) {
  REAL(fsync);
  return synced(fd, real);
}

int fdatasync(int fd) {
  REAL(fdatasync);
  return synced(fd, real);
}

/* Another file may get the inode of one that is gone. */
static void forget(int directory, const char *path) {
  struct stat file;
  int before = errno;
  if (fstatat(directory, path, &file, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(file.st_mode) && file.st_nlink == 1) {
    int journal = journal_of(&file, O_WRONLY | O_TRUNC);
    if (journal >= 0) close(journal);
  }
  errno = before;
}

int unlink(const char *path) {
  REAL(unlink);
  forget(AT_FDCWD, path);
  return real(path);
}

int unlinkat(int directory, const char *path, int flags) {
  REAL(unlinkat);
  forget(directory, path);
  return real(directory, path, flags);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  forget(AT_FDCWD, to);
  return real(from, to);
}
