#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Sockets that no program inherits which another test starts meanwhile: it would hold a connection open that its server
/// has closed, and the client would wait for the end of it.
enum LoopbackSocket {
  /// Negative, with `errno` set, if there is none to be had.
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
