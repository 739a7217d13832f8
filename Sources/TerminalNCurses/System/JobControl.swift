#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Stops this program for the shell that started it.
public enum JobControl {
  /// Stops the process as `^Z` stops any program, and comes back when the shell has woken it. Where no shell could, in a
  /// window or a session of its own, it comes back at once: the system stops no orphaned group by this signal (POSIX,
  /// System Interfaces, 2.4.3), and would have stopped it for ever by `SIGSTOP`.
  public static func stop() {
    // What a zeroed one says is the default action.
    var (standard, former) = (sigaction(), sigaction())
    guard sigaction(SIGTSTP, &standard, &former) == 0 else { return }
    var (wanted, blocked) = (sigset_t(), sigset_t())
    sigemptyset(&wanted)
    sigaddset(&wanted, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &wanted, &blocked)
    // Sent to this thread, which so does not run on a little and take the terminal back before it stops.
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &blocked, nil)
    sigaction(SIGTSTP, &former, nil)
  }
}
