/* Error numbers of the guest's kernel and the form that sceKernel and scePthread functions return. Documented: console facts, section 2. */
#pragma once
enum {
    EPERM = 1, ENOENT = 2, ESRCH = 3, EINTR = 4, EIO = 5, ENOEXEC = 8, EBADF = 9, ECHILD = 10, EDEADLK = 11, ENOMEM = 12, EACCES = 13,
    EFAULT = 14, EBUSY = 16, EEXIST = 17, EXDEV = 18, ENODEV = 19, ENOTDIR = 20, EISDIR = 21, EINVAL = 22, EMFILE = 24, ENOTTY = 25,
    EFBIG = 27, ENOSPC = 28, ESPIPE = 29, EROFS = 30, EPIPE = 32, ERANGE = 34, EAGAIN = 35, EINPROGRESS = 36, ENOTSOCK = 38,
    EOPNOTSUPP = 45, ENOTSUP = 45, EADDRINUSE = 48, ENOTCONN = 57, ETIMEDOUT = 60, ECONNREFUSED = 61, ENAMETOOLONG = 63,
    EHOSTUNREACH = 65, ENOTEMPTY = 66, ENOSYS = 78, EOVERFLOW = 84, ECANCELED = 85, EILSEQ = 86,
};
#define ENCODED(errno_) ((int)(0x80020000u | (errno_)))
int *__error(void);
