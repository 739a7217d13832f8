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
    body.withUnsafeBytes { raw in
      secrets.contains { secret in
        guard !secret.isEmpty, let base = raw.baseAddress else { return false }
        return Array(secret.utf8).withUnsafeBytes { needle in
          find(needle, in: UnsafeRawBufferPointer(start: base, count: raw.count))
        }
      }
    }
  }

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
