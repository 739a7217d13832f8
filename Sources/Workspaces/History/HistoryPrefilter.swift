import Bytes

/// Tells from the bytes of a line of the history, without parsing it, that a filter cannot accept it. What it lets pass
/// is parsed and judged in full.
struct HistoryPrefilter {
  /// In the start of the line one of each group must stand.
  private var groups: [[[UInt8]]] = []
  /// In lower case; must stand there without regard to ASCII case.
  private var text: [UInt8] = []
  private static let start = Array("{\"_id\":\"".utf8)
  private static let end = Array(",\"headers\":".utf8)

  init(_ filter: HistoryFilter) {
    if let id = filter.requestID { groups.append([Self.member("_request", id)]) }
    if let environment = filter.environment { groups.append([Self.member("_environment", environment)]) }
    if !filter.statuses.isEmpty { groups.append(filter.statuses.map { Array("\"_status\":\($0)".utf8) }) }
    let wanted = Array(filter.text.utf8)
    // What JSON escapes, and letters whose case is not a matter of one bit, are left to the full look.
    let isSimple = wanted.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    if isSimple { text = wanted.map(Self.folded) }
  }

  private var isEmpty: Bool { groups.isEmpty && text.isEmpty }

  func mayPass(_ line: [UInt8]) -> Bool {
    if isEmpty { return true }
    return line.withUnsafeBytes { raw in
      // A line that another program wrote may have its keys in any order.
      guard raw.starts(with: Self.start) else { return true }
      let length = Self.end.withUnsafeBytes { ByteSearch.first($0, in: raw) } ?? raw.count
      let head = UnsafeRawBufferPointer(rebasing: raw[..<length])
      let hasGroups = groups.allSatisfy { group in
        group.contains { needle in needle.withUnsafeBytes { ByteSearch.first($0, in: head) != nil } }
      }
      return hasGroups && (text.isEmpty || Self.contains(text, head))
    }
  }

  private static func member(_ name: String, _ value: String) -> [UInt8] {
    var bytes = Array("\"\(name)\":".utf8)
    JSONNode.write(value, into: &bytes)
    return bytes
  }

  private static func contains(_ text: [UInt8], _ head: UnsafeRawBufferPointer) -> Bool {
    text.withUnsafeBytes { text in
      var start = 0
      while start + text.count <= head.count {
        if folded(head[start]) == text[0] || head[start] == 0x5C, begins(text, head, at: start) { return true }
        start += 1
      }
      return false
    }
  }

  /// A slash may be written `/` or `\/` (RFC 8259, section 7).
  private static func begins(_ text: UnsafeRawBufferPointer, _ head: UnsafeRawBufferPointer, at start: Int) -> Bool {
    var place = start
    for wanted in text {
      if wanted == 0x2F, place < head.count, head[place] == 0x5C { place += 1 }
      guard place < head.count, folded(head[place]) == wanted else { return false }
      place += 1
    }
    return true
  }

  private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
