import Basics
import Workspaces

/// What of other requests' answers is offered behind `{{`: first the requests of the collection, then the places that
/// the last answer of the chosen one really has.
struct AnswerPlaces: Sendable {
  var workspace = WorkspaceTree(name: "", path: "")
  /// The answers that are there, by the file of their request.
  var known: [String: ByteStore] = [:]

  private static let mostRequests = 3
  /// A larger answer would take too long to read between two keys.
  private static let largestAnswer = 1 << 20
  /// So many places of an answer are looked at.
  private static let mostPlaces = 500

  /// - Parameter session: the request that is edited, whose own answer is not offered.
  func completion(in line: String, at caret: Int, of session: RequestSession) -> Completion? {
    guard !session.draft.kind.isShared, let found = VariableTable.typedName(in: line, at: caret) else { return nil }
    let root = session.collection ?? workspace.path
    let nodes = workspace.collections.filter { $0.path == root }.flatMap(\.requests).map(\.node)
    let parts = found.typed.split(separator: "|", omittingEmptySubsequences: false)
    guard parts.count > 1 else {
      return requests(found.typed, in: nodes.filter { $0.path != session.key.path }, found.range)
    }
    let name = String(parts[0]).trimmed
    guard parts.count == 2, let node = nodes.first(where: { $0.id == name }) else { return nil }
    // Braces that are there already are replaced.
    let behind = Array(line.utf8.dropFirst(caret).prefix(2)) == [0x7D, 0x7D] ? 2 : 0
    let start = caret - Substring(parts[1]).drop { $0 == " " }.utf8.count
    return places(String(parts[1]).trimmed, of: node, start..<caret + behind)
  }

  /// By name or file; those that have an answer first.
  private func requests(_ typed: String, in nodes: [RequestNode], _ range: Range<Int>) -> Completion? {
    let typed = typed.lowercased()
    let found = nodes.filter { node in
      node.fault == nil && !node.id.contains("|")
        && (typed.isEmpty || node.name.lowercased().hasPrefix(typed) || node.id.lowercased().contains(typed))
    }
    let offered = (found.filter { known[$0.path] != nil } + found.filter { known[$0.path] == nil })
    let items = offered.prefix(Self.mostRequests).map { node in
      Completion.Item(text: "\(node.id) | ", detail: "answer of \(node.method) \(node.name)", goesOn: true)
    }
    return items.isEmpty ? nil : Completion(items: items, chosen: 0, range: range)
  }

  private func places(_ typed: String, of node: RequestNode, _ range: Range<Int>) -> Completion? {
    var all = (known[node.path].map { Self.places(in: $0) } ?? []) + [("status", "the status code")]
    if known[node.path] == nil { all.insert(("$", "send \(node.name) once to choose a place"), at: 0) }
    let found = all.filter { typed.isEmpty || $0.0.lowercased().contains(typed.lowercased()) }
    let items = found.prefix(Completion.limit).map { Completion.Item(text: "\($0.0)}}", detail: $0.1) }
    return items.isEmpty ? nil : Completion(items: items, chosen: 0, range: range)
  }

  /// The places of single values with those values, the outer ones first.
  static func places(in body: ByteStore) -> [(String, String)] {
    // A body that is not JSON has no places.
    guard body.count <= largestAnswer, let json = try? JSONValue(parsing: body.allBytes) else { return [] }
    var found: [(String, String)] = []
    var level = [("$", json)]
    while !level.isEmpty, found.count < mostPlaces {
      var next: [(String, JSONValue)] = []
      for (path, value) in level {
        switch value {
        case .object(let members):
          for member in members { if let step = step(member.name) { next.append((path + step, member.value)) } }
        case .array(let items): next += items.prefix(1).map { (path + "[0]", $0) }
        default: found.append((path, shown(value, at: path)))
        }
      }
      level = next
    }
    return found
  }

  /// `nil` for a name that cannot stand between the braces.
  private static func step(_ name: String) -> String? {
    if name.contains("|") || name.contains("}") || name.contains("'") { return nil }
    let isPlain =
      !name.isEmpty && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    return isPlain ? ".\(name)" : "['\(name)']"
  }

  /// The value on one line; that of a credential is hidden.
  private static func shown(_ value: JSONValue, at path: String) -> String {
    let name = path.split(whereSeparator: { ".[]'".contains($0) }).last.map(String.init) ?? ""
    if VariableTable.namesSecret(name) { return VariableSpan.mask }
    switch value {
    case .string(let text): return String(VisibleText.of(text).prefix(40))
    case .number(let text): return text
    case .bool(let flag): return "\(flag)"
    case .null, .array, .object: return "null"
    }
  }
}
