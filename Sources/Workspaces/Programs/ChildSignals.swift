package import Libc

/// Sets the signal state of a child process as a shell would: threads here block nearly all signals and ignore some,
/// and the child would inherit both. An editor could then neither be interrupted nor notice a resized terminal
/// (posix_spawn(3), signal(7)).
package enum ChildSignals {
  #if canImport(Darwin)
  package typealias Attributes = posix_spawnattr_t?
  #else
  package typealias Attributes = posix_spawnattr_t
  #endif

  /// Passes the spawn attributes to `body`.
  package static func withAttributes<Result>(_ body: (inout Attributes) -> Result) -> Result {
    #if canImport(Darwin)
    var attributes: Attributes = nil
    #else
    var attributes = Attributes()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU, SIGTERM, SIGHUP, SIGWINCH, SIGCHLD] {
      sigaddset(&defaults, number)
    }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    return body(&attributes)
  }
}
