package org.lierne.kernel.error;

/** Error numbers of the guest's kernel. Documented: docs/facts, "Error values" (they are FreeBSD's, not the host's). */
public enum Errno {
    /** No error. */
    OK(0),
    EPERM(1), ENOENT(2), ESRCH(3), EINTR(4), EIO(5), ENXIO(6), E2BIG(7), ENOEXEC(8), EBADF(9), ECHILD(10), EDEADLK(11), ENOMEM(12),
    EACCES(13), EFAULT(14), ENOTBLK(15), EBUSY(16), EEXIST(17), EXDEV(18), ENODEV(19), ENOTDIR(20), EISDIR(21), EINVAL(22), ENFILE(23),
    EMFILE(24), ENOTTY(25), ETXTBSY(26), EFBIG(27), ENOSPC(28), ESPIPE(29), EROFS(30), EMLINK(31), EPIPE(32), EDOM(33), ERANGE(34),
    EAGAIN(35), EINPROGRESS(36), EALREADY(37), ENOTSOCK(38), EDESTADDRREQ(39), EMSGSIZE(40), EPROTOTYPE(41), ENOPROTOOPT(42),
    EPROTONOSUPPORT(43), EOPNOTSUPP(45), EAFNOSUPPORT(47), EADDRINUSE(48), EADDRNOTAVAIL(49), ENETDOWN(50), ENETUNREACH(51),
    ECONNABORTED(53), ECONNRESET(54), ENOBUFS(55), EISCONN(56), ENOTCONN(57), ETIMEDOUT(60), ECONNREFUSED(61), ELOOP(62),
    ENAMETOOLONG(63), EHOSTUNREACH(65), ENOTEMPTY(66), ENOLCK(77), ENOSYS(78), EOVERFLOW(84), ECANCELED(85), EILSEQ(86);

    /** The name of EOPNOTSUPP in the thread functions. */
    public static final Errno ENOTSUP = EOPNOTSUPP;

    private static final int FACILITY = 0x80020000;

    private final int number;

    Errno(int number) {
        this.number = number;
    }

    /** The number as {@code errno} and the {@code pthread_} family give it. */
    public int number() {
        return number;
    }

    /** The form that {@code sceKernel} and {@code scePthread} functions return: {@code 0x80020000 | number}, 0 for {@link #OK}. */
    public int encoded() {
        return number == 0 ? 0 : FACILITY | number;
    }
}
