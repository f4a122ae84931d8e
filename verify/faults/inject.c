/* inject CALL K STICKY SAYS PROGRAM WORD...

   Runs the program and lets its system call CALL fail, the K-th (0: none), with STICKY
   1 all behind it, too; a write to standard error never does. How many there were of
   each kind is written to the descriptor SAYS. close(2) closes and fails all the same, as that of a
   network does. Ends as the program ended: its exit code, or 128 + the signal. 98:
   there is no tracing here.

   Not by loading a library first: libc writes the blocks of a stream by a call that
   none can take from it. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef __x86_64__
int main(void)
{
    fprintf(stderr, "inject knows the registers of x86-64 alone\n");
    return 98;
}
#else

static const struct {
    const char *name;
    long number, number_at; /* of the call, and of the one that libc may prefer */
    int error;
} calls[] = {{"write", SYS_write, SYS_writev, ENOSPC},
             {"fsync", SYS_fsync, -1, EIO},
             {"rename", SYS_rename, SYS_renameat, EIO},
             {"link", SYS_link, SYS_linkat, EPERM},
             {"close", SYS_close, -1, EIO},
             {"open", SYS_open, SYS_openat, EMFILE},
             {"mkdir", SYS_mkdir, SYS_mkdirat, ENOSPC}};
enum { CALLS = sizeof calls / sizeof *calls };

static int which;
static long met[CALLS];

/* The kind of the call, or CALLS. */
static int kind(const struct user_regs_struct *r)
{
    const long n = (long)r->orig_rax;
    int k = 0;
    while (k < CALLS && n != calls[k].number && n != calls[k].number_at)
        k++;
    return n == SYS_write && r->rdi == 2 ? CALLS : k;
}

static int follow(pid_t child, long at, int sticky)
{
    int how, inside = 0, fails = 0, later = 0;
    while (waitpid(child, &how, 0) == child) {
        struct user_regs_struct r;
        int signal = 0;
        if (WIFEXITED(how))
            return WEXITSTATUS(how);
        if (WIFSIGNALED(how))
            return 128 + WTERMSIG(how);
        if (WSTOPSIG(how) == (SIGTRAP | 0x80)) {
            ptrace(PTRACE_GETREGS, child, NULL, &r);
            inside = !inside;
            const int k = kind(&r);
            if (inside && k < CALLS) {
                const long n = ++met[k];
                fails = k == which && at > 0 && (n == at || (sticky && n > at));
                later = fails && r.orig_rax == SYS_close;
                if (fails && !later) {
                    r.orig_rax = (unsigned long long)-1;
                    ptrace(PTRACE_SETREGS, child, NULL, &r);
                }
            } else if (!inside && fails) {
                r.rax = (unsigned long long)-calls[which].error;
                ptrace(PTRACE_SETREGS, child, NULL, &r);
                fails = 0;
            }
        } else if (WSTOPSIG(how) != SIGTRAP) {
            signal = WSTOPSIG(how);
        }
        ptrace(PTRACE_SYSCALL, child, NULL, (void *)(long)signal);
    }
    return 98;
}

int main(int argc, char **argv)
{
    if (argc < 6)
        return 98;
    while (which < CALLS && strcmp(calls[which].name, argv[1]) != 0)
        which++;
    if (which == CALLS)
        return 98;
    const pid_t child = fork();
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
            _exit(98);
        raise(SIGSTOP);
        execv(argv[5], argv + 5);
        _exit(98);
    }
    int how;
    if (child < 0 || waitpid(child, &how, 0) != child || !WIFSTOPPED(how))
        return 98;
    ptrace(PTRACE_SETOPTIONS, child, NULL,
           (void *)(PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL));
    ptrace(PTRACE_SYSCALL, child, NULL, NULL);
    const int code = follow(child, atol(argv[2]), atoi(argv[3]));
    for (int k = 0; k < CALLS; k++)
        dprintf(atoi(argv[4]), "%s %ld\n", calls[k].name, met[k]);
    return code;
}
#endif
