import Bytes

/// Looks for secret values in a body without copying it.
enum SecretSearch {
  static func finds(_ secrets: Set<String>, in body: ByteStore) -> Bool {
    let needles = secrets.filter { !$0.isEmpty }.map { Array($0.utf8) }
    guard let longest = needles.map(\.count).max() else { return false }
    return body.withUnsafeBytes { raw in
      for start in stride(from: 0, to: raw.count, by: piece) {
        // A secret may lie across the end of a piece.
        let text = UnsafeRawBufferPointer(rebasing: raw[start..<min(start + piece + longest, raw.count)])
        let isFound = needles.contains { needle in needle.withUnsafeBytes { ByteSearch.first($0, in: text) != nil } }
        if isFound { return true }
        body.releaseResidentMemory(in: start..<min(start + piece, raw.count))
      }
      return false
    }
  }

  private static let piece = 8 << 20
}
