#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The three standard streams, without which a program may be started (`2>&-` in a shell).
enum StandardStreams {
  /// Takes the numbers of those that are closed. Otherwise the next file or connection to be opened gets one of them, and
  /// what is meant for the terminal is written into it.
  ///
  /// They are opened the wrong way round, so that reading and writing fail as on a closed stream.
  static func hold() {
    for (number, way) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
    where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is given, which is this one.
      _ = open("/dev/null", way)
    }
  }
}
