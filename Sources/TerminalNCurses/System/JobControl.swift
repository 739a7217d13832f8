#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Stops this program and returns control to the shell that started it.
package enum JobControl {
  /// Stops the process as `^Z` stops any program, and returns when the shell continues it. Without such a shell, as in
  /// a window or session of its own, it returns immediately: the system does not stop an orphaned process group with
  /// this signal (POSIX, System Interfaces, 2.4.3), whereas `SIGSTOP` would stop it forever.
  package static func stop() {
    // A zeroed action is the default action.
    var (standard, former) = (sigaction(), sigaction())
    guard sigaction(SIGTSTP, &standard, &former) == 0 else { return }
    var (wanted, blocked) = (sigset_t(), sigset_t())
    sigemptyset(&wanted)
    sigaddset(&wanted, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &wanted, &blocked)
    // Sent to this thread, so that it stops immediately instead of first running on and taking the terminal back.
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &blocked, nil)
    sigaction(SIGTSTP, &former, nil)
  }
}
