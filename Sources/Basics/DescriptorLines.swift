#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The lines that arrive at a descriptor, such as a pipe; waits for each.
package struct DescriptorLines: Sendable {
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  /// So many of them have no line break.
  private var searched = 0

  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The next line without its break; `nil` at the end. A last line without a break is none.
  package mutating func next() -> [UInt8]? {
    while true {
      if let end = bytes[searched...].firstIndex(of: 0x0A) {
        defer {
          bytes.removeSubrange(...end)
          searched = 0
        }
        return Array(bytes[..<end])
      }
      searched = bytes.count
      var block = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes += block.prefix(count)
    }
  }
}
