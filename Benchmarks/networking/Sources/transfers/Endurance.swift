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
    try await Transfers.parallel(request, max(64, count / 10), width: 64, on: client)
    let before = Footprint()
    try await Transfers.parallel(request, count, width: 64, on: client)
    let after = Footprint()
    return "\(after.memory - before.memory) \(after.descriptors - before.descriptors) \(after.threads - before.threads)"
  }
}

/// The process as the system sees it, from /proc.
struct Footprint {
  /// Resident, in kB.
  let memory: Int
  /// The most that was resident so far, in kB.
  let peak: Int
  let descriptors: Int
  let threads: Int

  init() {
    memory = Self.status("VmRSS:")
    peak = Self.status("VmHWM:")
    threads = Self.status("Threads:")
    descriptors = Self.entries(of: "/proc/self/fd")
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

  private static func entries(of folder: String) -> Int {
    guard let open = opendir(folder) else { return 0 }
    defer { closedir(open) }
    var count = 0
    while readdir(open) != nil { count += 1 }
    return count
  }
}
