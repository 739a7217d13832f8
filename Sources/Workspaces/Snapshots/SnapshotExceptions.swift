import Basics
import Documents

/// What a comparison with a recorded answer leaves out: JSONPath expressions, separated by commas.
///
/// As in the filter of answers, a bare word stands for every member of that name; `status` and `headers` of a whole
/// answer are its own.
struct SnapshotExceptions {
  let paths: [JSONPath]

  private static let headers = "headers."
  /// May stand in front, to be read as a sentence.
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

  /// Commas within brackets and quotes belong to an expression.
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

  /// The value without what is left out: members are gone, and elements are `null`, so that the others keep their
  /// places.
  ///
  /// - Parameter steps: how many values the expressions may visit.
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

/// Places in a value, by their steps.
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
