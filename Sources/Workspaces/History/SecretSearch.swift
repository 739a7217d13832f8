import Bytes

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Looks for secret values in a body without copying it.
enum SecretSearch {
  static func finds(_ secrets: Set<String>, in body: ByteStore) -> Bool {
    let needles = secrets.filter { !$0.isEmpty }.map { Array($0.utf8) }
    guard let longest = needles.map(\.count).max() else { return false }
    return body.withUnsafeBytes { raw in
      for start in stride(from: 0, to: raw.count, by: piece) {
        // A secret may lie across the end of a piece.
        let text = UnsafeRawBufferPointer(rebasing: raw[start..<min(start + piece + longest, raw.count)])
        if needles.contains(where: { needle in needle.withUnsafeBytes { find($0, in: text) } }) { return true }
        body.releaseResidentMemory(in: start..<min(start + piece, raw.count))
      }
      return false
    }
  }

  private static let piece = 8 << 20

  private static func find(_ needle: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer) -> Bool {
    guard let first = needle.first, let sought = needle.baseAddress, let base = text.baseAddress else { return false }
    var start = 0
    while start + needle.count <= text.count {
      let left = text.count - needle.count - start + 1
      guard let hit = memchr(base + start, Int32(first), left) else { return false }
      if memcmp(hit, sought, needle.count) == 0 { return true }
      start = UnsafeRawPointer(hit) - base + 1
    }
    return false
  }
}
