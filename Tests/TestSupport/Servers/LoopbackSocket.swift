#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Sockets that child processes of other tests do not inherit. A child would keep a connection open that its server has
/// closed, and the client would wait for its end.
enum LoopbackSocket {
  /// A new socket; negative, with `errno` set, on failure.
  static func make() -> Int32 {
    #if canImport(Glibc)
    closedOnExec(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    #else
    closedOnExec(socket(AF_INET, SOCK_STREAM, 0))
    #endif
  }

  /// The next connection; negative, with `errno` set, if there is none.
  static func next(of listener: Int32) -> Int32 { closedOnExec(accept(listener, nil, nil)) }

  private static func closedOnExec(_ descriptor: Int32) -> Int32 {
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  }
}
