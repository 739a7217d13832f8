import Networking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What many requests leave behind in the process that sends them.
enum Endurance {
  /// Memory in kB, descriptors and threads: what `count` requests added to what the first tenth of them had needed.
  static func growth(over count: Int, _ request: Request, on client: Client) async throws -> String {
    let width = 64
    try await Transfers.parallel(request, max(width, count / 10), width: width, on: client)
    let before = Footprint(connections: width)
    try await Transfers.parallel(request, count, width: width, on: client)
    let after = Footprint(connections: width)
    return "\(after.memory - before.memory) \(after.descriptors - before.descriptors) \(after.threads - before.threads)"
  }
}

/// The process as the system sees it, from /proc.
struct Footprint {
  /// Resident, in kB.
  let memory: Int
  /// The most that was resident so far, in kB.
  let peak: Int
  /// Those of the connections that may be kept are counted as if all of them were open, which is up to how the answers
  /// come.
  let descriptors: Int
  let threads: Int

  /// - Parameter connections: how many may be kept open.
  init(connections: Int = 0) {
    memory = Self.status("VmRSS:")
    peak = Self.status("VmHWM:")
    threads = Self.status("Threads:")
    let (sockets, others) = Self.descriptors()
    // A pair of sockets is what libcurl wakes itself with.
    descriptors = others + max(sockets, connections + 2)
  }

  private static func status(_ name: String) -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      if text.hasPrefix(name) { return Int(text.filter(\.isNumber)) ?? 0 }
    }
    return 0
  }

  private static func descriptors() -> (sockets: Int, others: Int) {
    var (sockets, others) = (0, 0)
    // None here has a higher number.
    for number in Int32(0)..<4_096 {
      var facts = stat()
      guard fstat(number, &facts) == 0 else { continue }
      if facts.st_mode & S_IFMT == S_IFSOCK { sockets += 1 } else { others += 1 }
    }
    return (sockets, others)
  }
}
