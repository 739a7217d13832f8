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
    let isSimple = wanted.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C && $0 != 0x2F }
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
    guard head.count >= text.count else { return false }
    for start in 0...(head.count - text.count) where folded(head[start]) == text[0] {
      if (1..<text.count).allSatisfy({ folded(head[start + $0]) == text[$0] }) { return true }
    }
    return false
  }

  private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
