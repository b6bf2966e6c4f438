#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // pipe2
#endif

#include "CBenchmarkSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int cbs_make_pipe(int ends[2]) {
#if defined(__linux__)
    return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#else
    if (pipe(ends) != 0) {
        return errno;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
#endif
}
