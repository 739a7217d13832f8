import Basics
import Documents

/// The differences between a recorded value and the current one, in words.
struct SnapshotComparison {
  /// In the order of the recorded value.
  let differences: [String]
  /// Indicates whether there are more.
  let isCut: Bool

  private static let most = 50

  /// - Parameters:
  ///   - steps: the number of values that the exceptions may visit.
  ///   - mask: the replacement for secrets; a recorded text that contains it matches any text.
  init(
    recorded: JSONValue, now: JSONValue, leavingOut exceptions: SnapshotExceptions, spending steps: inout Int,
    mask: String
  ) throws(SnapshotFault) {
    let old = try exceptions.without(recorded, spending: &steps)
    let new = try exceptions.without(now, spending: &steps)
    let (left, right) = (old.compact, new.compact)
    guard let found = DocumentDifference(from: Self.document(left), to: Self.document(right), limit: 10_000) else {
      differences = old.isEquivalent(to: new) ? [] : ["$: \(Self.words(old, new))"]
      isCut = false
      return
    }
    let counted = found.changes.lazy.filter { change in
      guard let place = change.left, change.right != nil else { return true }
      return !(Self.value(at: place, in: left).string?.contains(mask) ?? false)
    }
    let shown = counted.prefix(Self.most + 1).map { change in
      let old = change.left.map { Self.value(at: $0, in: left) }
      let new = change.right.map { Self.value(at: $0, in: right) }
      return "\(change.path.expression): \(Self.words(old, new))"
    }
    differences = Array(shown.prefix(Self.most))
    isCut = found.isCut || shown.count > Self.most
  }

  /// `2 differences: $.a: recorded 1, now 2; $.b: recorded 3, now missing`
  var words: String {
    let count =
      isCut
      ? "more than \(differences.count) differences"
      : differences.count == 1
        ? "1 difference" : "\(differences.count) differences"
    return "\(count): \(differences.joined(separator: "; "))"
  }

  private static func words(_ old: JSONValue?, _ new: JSONValue?) -> String {
    switch (old.map(SchemaWords.shown), new.map(SchemaWords.shown)) {
    case (let old?, let new?): "recorded \(old), now \(new)"
    case (let old?, nil): "recorded \(old), now missing"
    case (nil, let new?): "not recorded, now \(new)"
    case (nil, nil): "the same"
    }
  }

  private static func document(_ bytes: [UInt8]) -> Document {
    let document = Document(bytes: bytes, kind: .json)
    document.advanceToEnd()
    return document
  }

  private static func value(at range: Range<Int>, in bytes: [UInt8]) -> JSONValue {
    // This program wrote it just now.
    (try? JSONValue(parsing: bytes[range])) ?? .null
  }
}

/// The parts of an answer to exclude from a comparison: JSONPath expressions, separated by commas.
///
/// As in the filter of answers, a bare word stands for every member of that name; `status` and `headers` of a whole
/// answer refer to its own.
struct SnapshotExceptions {
  let paths: [JSONPath]

  private static let headers = "headers."
  /// An optional prefix that makes the text read as a sentence.
  private static let lead = "but for "

  init(_ text: String, isWholeAnswer: Bool) throws(SnapshotFault) {
    var found: [JSONPath] = []
    for part in Self.parts(of: text) {
      do throws(JSONPathFault) {
        found.append(try JSONPath(parsing: Self.expression(part, isWholeAnswer: isWholeAnswer)))
      } catch {
        throw .expression("\(part): \(error)")
      }
    }
    paths = found
  }

  private static func expression(_ text: String, isWholeAnswer: Bool) -> String {
    if text.hasPrefix("$") { return text }
    if isWholeAnswer, text == "status" || text == "headers" { return "$.\(text)" }
    if isWholeAnswer, text.hasPrefix(headers) { return "$.headers['\(text.dropFirst(headers.count).lowercased())']" }
    return "$..\(text)"
  }

  /// Commas within brackets and quotes are part of an expression.
  private static func parts(of text: String) -> [String] {
    var parts: [String] = []
    var part = ""
    var depth = 0
    var quote: Character?
    var isEscaped = false
    let text = text.trimmed
    for c in text.hasPrefix(lead) ? text.dropFirst(lead.count) : text[...] {
      if let open = quote {
        if c == open, !isEscaped { quote = nil }
        isEscaped = c == "\\" && !isEscaped
      } else {
        switch c {
        case "'", "\"": quote = c
        case "[", "(": depth += 1
        case "]", ")": depth -= 1
        case "," where depth <= 0:
          parts.append(part)
          part = ""
          continue
        default: break
        }
      }
      part.append(c)
    }
    return (parts + [part]).map(\.trimmed).filter { !$0.isEmpty }
  }

  /// The value without the excluded parts: members are removed, and elements become `null`, so that the others keep
  /// their positions.
  ///
  /// - Parameter steps: the number of values that the expressions may visit.
  func without(_ value: JSONValue, spending steps: inout Int) throws(SnapshotFault) -> JSONValue {
    if paths.isEmpty { return value }
    let document = Document(bytes: value.compact, kind: .json)
    document.advanceToEnd()
    var removed = PathTree()
    for path in paths {
      func isCancelled() -> Bool { Task.isCancelled }
      let end = path.forEachNode(of: document, spending: &steps, isCancelled: isCancelled) { _, _, place in
        removed.add(place().steps[...])
        return true
      }
      switch end {
      case .tooLong: throw .tooLong
      case .stopped: throw .cancelled
      case .complete: break
      }
    }
    return removed.isHit ? .null : removed.pruned(value)
  }
}

/// Paths in a value, as a tree of steps.
private struct PathTree {
  private(set) var isHit = false
  private var names: [ExactText: PathTree] = [:]
  private var indexes: [Int: PathTree] = [:]

  mutating func add(_ steps: ArraySlice<DocumentPath.Step>) {
    guard let first = steps.first else {
      isHit = true
      return
    }
    switch first {
    case .name(let name): names[ExactText(name), default: PathTree()].add(steps.dropFirst())
    case .index(let index): indexes[index, default: PathTree()].add(steps.dropFirst())
    }
  }

  func pruned(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members) where !names.isEmpty:
      return .object(
        members.compactMap { member in
          guard let below = names[ExactText(member.name)] else { return member }
          return below.isHit ? nil : JSONValue.Member(member.name, below.pruned(member.value))
        })
    case .array(let items) where !indexes.isEmpty:
      return .array(
        items.enumerated().map { index, item in
          guard let below = indexes[index] else { return item }
          return below.isHit ? .null : below.pruned(item)
        })
    default: return value
    }
  }
}
