import Basics

/// Rejects a line of the history by its bytes, without parsing it, if a filter cannot accept it. Other lines are parsed
/// and checked in full.
struct HistoryPrefilter {
  /// For each group, the start of the line must contain one of its texts.
  private var groups: [[[UInt8]]] = []
  /// In lower case; the start of the line must contain it, ignoring ASCII case.
  private var text: [UInt8] = []
  /// The index in `text` of the byte that is rarest in entries.
  private var anchor = 0
  /// Former names of requests: an entry with one of them may match under its new name.
  private var oldNames: [[UInt8]] = []
  /// The members of requests that had no file when they were sent, and have a name now.
  private var savedDrafts: [[UInt8]] = []
  private static let request = Array("\"_request\":\"".utf8)
  private static let start = Array("{\"_id\":\"".utf8)
  private static let end = Array(",\"headers\":".utf8)

  init(_ filter: HistoryFilter, _ renames: HistoryRenames) {
    if let request = filter.request {
      groups.append(Set(renames.earlier(request).map(\.request)).sorted().map { Self.member(ofRequest: $0) })
    }
    if let draft = filter.draft { groups.append([Self.member("_draft", draft)]) }
    if let environment = filter.environment { groups.append([Self.member("_environment", environment)]) }
    if !filter.takesAnyStatus {
      let words = filter.statusNames.sorted().map { Self.member("_statusName", $0) }
      let anyWord = filter.takesFailedCalls ? [Array("\"_statusName\":".utf8)] : []
      groups.append(filter.statuses.map { Array("\"_status\":\($0)".utf8) } + words + anyWord)
    }
    let wanted = Array(filter.text.utf8)
    // Characters that JSON escapes, and letters whose case differs by more than one bit, need the full check.
    let isSimple = wanted.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    guard isSimple, !wanted.isEmpty else { return }
    text = wanted.map(\.asciiLowercased)
    anchor = text.indices.max { Self.rarity(text[$0]) < Self.rarity(text[$1]) } ?? 0
    oldNames = renames.steps.filter { $0.from.draft == nil }.map { step in
      // As it appears after the opening quote: for a folder, the start of the names in it.
      Array(Self.member("_request", step.from.request).dropFirst(Self.request.count).dropLast())
    }
    savedDrafts = renames.steps.compactMap(\.from.draft).map { Self.member("_draft", $0) }
  }

  /// A rough rank of how rare a byte is in the head of an entry.
  private static func rarity(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "_"): 0
    case 0x30...0x39: 1
    case 0x61...0x7A: "etaoinsrlhdum".utf8.contains(byte) ? 0 : "jqxzkvw".utf8.contains(byte) ? 3 : 2
    default: 4
    }
  }

  private var isEmpty: Bool { groups.isEmpty && text.isEmpty }

  func mayPass(_ line: UnsafeRawBufferPointer) -> Bool {
    // A line of another program may have its keys in any order, and only the start of a long line is available.
    guard !isEmpty, line.starts(with: Self.start),
      let length = ByteSearch.first(Self.end, in: line)
    else {
      return true
    }
    let head = UnsafeRawBufferPointer(rebasing: line[..<length])
    let hasGroups = groups.allSatisfy { group in
      group.contains { ByteSearch.first($0, in: head) != nil }
    }
    return hasGroups && (text.isEmpty || hasText(head) || hasOldName(head))
  }

  /// The member by which an entry names a saved request, or the draft that it was before.
  private static func member(ofRequest name: String) -> [UInt8] {
    HistoryName(name).draft.map { member("_draft", $0) } ?? member("_request", name)
  }

  private static func member(_ name: String, _ value: String) -> [UInt8] {
    var bytes = Array("\"\(name)\":".utf8)
    JSONString.write(value, into: &bytes)
    return bytes
  }

  private func hasText(_ head: UnsafeRawBufferPointer) -> Bool {
    text.withUnsafeBytes { text in
      // If anything is escaped, the line is parsed: a slash may be written `\/` (RFC 8259, section 7).
      if ByteSearch.contains(0x5C, in: head) { return true }
      return ByteSearch.containsFolded(text, anchor: anchor, in: head)
    }
  }

  private func hasOldName(_ head: UnsafeRawBufferPointer) -> Bool {
    if savedDrafts.contains(where: { ByteSearch.first($0, in: head) != nil }) { return true }
    guard !oldNames.isEmpty, let place = ByteSearch.first(Self.request, in: head) else {
      return false
    }
    let name = UnsafeRawBufferPointer(rebasing: head[(place + Self.request.count)...])
    return oldNames.contains { name.starts(with: $0) }
  }
}
