import Basics
import Documents
package import HTTPModel

/// The differences between two exchanges: request, status, headers, and the structure of the body.
package struct ExchangeComparison: Equatable, Sendable {
  package enum Part: String, CaseIterable, Sendable {
    case request = "Request"
    case requestHeaders = "Request headers"
    case status = "Status"
    case headers = "Headers"
    case body = "Body"
  }

  package struct Change: Equatable, Sendable {
    package var part: Part
    /// The name of a header, or the path of a value.
    package var name: String
    /// `nil` if only the newer exchange has it.
    package var old: String?
    /// `nil` if only the older exchange has it.
    package var new: String?
    /// Byte offset of the value in the newer body.
    package var offset: Int?

    /// The key under which the difference is ignored; array indexes do not matter.
    package var pattern: String { "\(part.rawValue): \(Self.withoutIndexes(name))" }

    private static func withoutIndexes(_ name: String) -> String {
      var result = ""
      var digits: String?
      for character in name {
        if let open = digits {
          if character == "]" {
            result += open.isEmpty ? "[]" : "[*]"
            digits = nil
          } else if character.isASCII, character.isNumber {
            digits = open + String(character)
          } else {
            result += "[" + open + String(character)
            digits = nil
          }
        } else if character == "[" {
          digits = ""
        } else {
          result.append(character)
        }
      }
      return result + (digits.map { "[" + $0 } ?? "")
    }
  }

  package internal(set) var changes: [Change] = []
  /// True if the list of changes is truncated, or the end of a text was not compared.
  package internal(set) var isCut = false

  /// The maximum number of bytes of a text to compare.
  private let longestText: Int

  package init(from old: Exchange, to new: Exchange) {
    self.init(from: old, to: new, longestText: 16 << 20)
  }

  init(from old: Exchange, to new: Exchange, longestText: Int) {
    self.longestText = longestText
    compare("method", old.request?.method, new.request?.method, .request)
    compare("URL", old.request?.url, new.request?.url, .request)
    compareFields(old.request?.headers, new.request?.headers, .requestHeaders)
    compareSent(old.request?.body, new.request?.body)
    compare("status", old.statusWords, new.statusWords, .status)
    compareFields(old.response?.headers, new.response?.headers, .headers)
    compareBodies(old, new)
  }

  private mutating func compare(_ name: String, _ old: String?, _ new: String?, _ part: Part) {
    guard old != new, !Self.isHidden(old), !Self.isHidden(new) else { return }
    changes.append(Change(part: part, name: name, old: old, new: new))
  }

  /// Values that the history masked cannot be compared.
  private static func isHidden(_ value: String?) -> Bool { value?.contains(Redaction.standard.mask) ?? false }

  /// Compares fields of the same name in order.
  private mutating func compareFields(_ old: Headers?, _ new: Headers?, _ part: Part) {
    let (old, new) = (old?.fields ?? [], new?.fields ?? [])
    var seen: Set<String> = []
    for field in old + new where seen.insert(field.name.lowercased()).inserted {
      let name = field.name.lowercased()
      let left = old.filter { $0.name.lowercased() == name }
      let right = new.filter { $0.name.lowercased() == name }
      for index in 0..<max(left.count, right.count) {
        let a = left.indices.contains(index) ? left[index] : nil
        let b = right.indices.contains(index) ? right[index] : nil
        compare(max(left.count, right.count) > 1 ? "\(field.name) \(index + 1)" : field.name, a, b, part)
      }
    }
  }

  /// Compares values; if only one field has a blank after its colon, compares the lines as sent.
  private mutating func compare(_ name: String, _ old: Header?, _ new: Header?, _ part: Part) {
    guard let old, let new, old.omitsBlank != new.omitsBlank else {
      return compare(name, old?.value, new?.value, part)
    }
    // This difference is known even if the values are masked.
    changes.append(Change(part: part, name: name, old: old.line, new: new.line))
  }

  private mutating func compareSent(_ old: ByteStore?, _ new: ByteStore?) {
    let (a, b) = (Self.document(old, nil), Self.document(new, nil))
    guard let difference = DocumentDifference(from: a, to: b) else {
      let words = [old, new].map { ($0?.count ?? 0) == 0 ? nil : "\(Quantity.bytes($0?.count ?? 0)) of text" }
      guard !Self.areEqual(a.store, b.store) else { return }
      return changes.append(Change(part: .request, name: "body", old: words[0], new: words[1]))
    }
    add(difference, a, b, .request, prefix: "body ")
  }

  private mutating func compareBodies(_ old: Exchange, _ new: Exchange) {
    let a = Self.document(old.answerBody, old.answerType)
    let b = Self.document(new.answerBody, new.answerType)
    if let difference = DocumentDifference(from: a, to: b) { return add(difference, a, b, .body, prefix: "") }
    guard a.kind.isText, b.kind.isText else {
      guard !Self.areEqual(a.store, b.store) else { return }
      return changes.append(Change(part: .body, name: "bytes", old: Self.words(a), new: Self.words(b), offset: 0))
    }
    let difference = LineDifference(
      from: a.store.bytes(in: 0..<longestText), to: b.store.bytes(in: 0..<longestText))
    let isLong = max(a.store.count, b.store.count) > longestText && !Self.areEqual(a.store, b.store)
    isCut = isCut || difference.isCut || isLong || difference.changes.count > Self.mostChanges
    for change in difference.changes.prefix(Self.mostChanges) {
      changes.append(
        Change(
          part: .body, name: "line \(change.line + 1)", old: change.left, new: change.right, offset: change.offset))
    }
  }

  private mutating func add(
    _ difference: DocumentDifference, _ old: Document, _ new: Document, _ part: Part, prefix: String
  ) {
    isCut = isCut || difference.isCut
    for change in difference.changes {
      let left = change.left.map { Self.text(of: $0, in: old) }
      let right = change.right.map { Self.text(of: $0, in: new) }
      if Self.isHidden(left) || Self.isHidden(right) { continue }
      changes.append(
        Change(
          part: part, name: prefix + change.path.short, old: left, new: right,
          offset: part == .body ? change.right?.lowerBound : nil))
    }
  }

  private static func areEqual(_ old: ByteStore, _ new: ByteStore) -> Bool {
    guard old.count == new.count else { return false }
    return old.withUnsafeBytes { left in new.withUnsafeBytes { right in left.elementsEqual(right) } }
  }

  private static func document(_ store: ByteStore?, _ type: String?) -> Document {
    let document = Document(store: store ?? ByteStore([]), contentType: type)
    document.advanceToEnd()
    return document
  }

  private static func text(of range: Range<Int>, in document: Document) -> String {
    let start = String(decoding: document.utf8(range.prefix(longestValue)), as: UTF8.self)
    return range.count > longestValue ? start + "…" : start
  }

  private static func words(_ document: Document) -> String {
    "\(document.kind.name), \(Quantity.bytes(document.store.count))"
  }

  private static let mostChanges = 10_000
  private static let longestValue = 2000
}

extension Exchange {
  /// The status in words, or the reason for its absence.
  var statusWords: String? { words ?? failure?.message }
}

extension DocumentKind {
  /// True if its lines are readable text.
  var isText: Bool {
    switch self {
    case .image, .binary: false
    default: true
    }
  }
}
