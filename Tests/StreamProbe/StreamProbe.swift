import Basics
import Networking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads a streamed body slowly, and prints its size and the growth of the memory meanwhile, both in bytes. In its own
/// process, because the memory of the tests depends on those that run at the same time.
///
///     StreamProbe http://127.0.0.1:9001
@main struct StreamProbe {
  /// The number of bytes between two pauses.
  private static let piece = 16 << 20

  static func main() async throws {
    guard let url = CommandLine.arguments.dropFirst().first else { return print("StreamProbe URL") }
    let client = Client(baseURL: url)
    // Loads libcurl.
    _ = try await client.get("/small")
    let before = memory
    var (size, next) = (0, piece)
    for try await chunk in try await client.stream(for: Request.with(RequestConfig(url: url))) {
      size += chunk.count
      guard size >= next else { continue }
      next += piece
      try await Pause.wait(.milliseconds(5))
    }
    print(size, memory - before)
  }

  /// The largest amount of memory so far.
  private static var memory: Int {
    var usage = rusage()
    #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
    #else
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss << 10
    #endif
  }
}
