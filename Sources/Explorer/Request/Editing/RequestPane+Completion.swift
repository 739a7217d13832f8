import Basics
import Documents
import Terminal
import Workspaces

extension RequestPane {
  /// The completions at the caret of a single-line field.
  func completion(for field: FieldEdit) -> Completion? {
    let text = field.field.text
    if let found = completion(ofNameIn: text, at: field.field.caret) { return found }
    if field.target == .url, case .scratch = session.key {
      let items = SmartSuggestions(workspace: context.app.workspace, history: context.app.history.entries).items(
        for: text)
      return items.isEmpty ? nil : Completion(items: items, chosen: nil, range: 0..<text.utf8.count)
    }
    guard case .cell(let row, let column) = field.target, case .table(let kind) = session.content else { return nil }
    let rows = session.draft.rows(of: kind)
    guard rows.indices.contains(row) else { return nil }
    switch kind {
    case .headers: return .ofHeaders(rows[row], column: column, typed: text, caret: field.field.caret)
    case .assertions where column == 1: return .ofOperators(typed: text)
    default: return nil
    }
  }

  /// Variables and the answers of other requests, for a `{{` being typed.
  func completion(ofNameIn line: String, at caret: Int) -> Completion? {
    let answers = AnswerPlaces(workspace: context.app.workspace, known: app.knownAnswers).completion(
      in: line, at: caret, of: session)
    let variables = Completion.ofVariables(in: line, at: caret, table: session.variables)
    return variables?.joined(with: answers) ?? answers
  }

  /// Handles the keys of an open completion list; false for other keys.
  mutating func pressCompletion(_ key: Key, _ field: inout FieldEdit) -> Bool {
    guard let list = field.completion else { return false }
    switch list.step(key) {
    case .ignored: return false
    case .shown(let list):
      field.completion = list
      session.editor.editing = .field(field)
    case .taken(let item):
      if let path = item.opens {
        session.editor.editing = nil
        context.perform(.scratch(.requestChosen(path: path)))
        return true
      }
      field.field.replace(list.range, with: item.text)
      write(field)
      if !item.goesOn { closeCompletion() }
    }
    return true
  }

  /// Handles the keys of an open completion list in a multi-line text; false for other keys.
  mutating func pressCompletion(_ key: Key, _ edit: TextEdit) -> Bool {
    guard let list = edit.completion else { return false }
    var edit = edit
    switch list.step(key) {
    case .ignored: return false
    case .shown(let list):
      edit.completion = list
      session.editor.editing = .text(edit)
    case .taken(let item):
      edit.completion = nil
      session.editor.texts[edit.slot]?.area.take(item, at: list.range)
      typed(edit)
    }
    return true
  }

  private mutating func closeCompletion() {
    guard case .field(var field) = session.editor.editing else { return }
    field.completion = nil
    session.editor.editing = .field(field)
  }
}

extension TextArea {
  /// Replaces a part of the caret's line with a completion.
  fileprivate mutating func take(_ item: Completion.Item, at range: Range<Int>) {
    let start = TextPosition(line: caret.line, offset: range.lowerBound)
    replace(start..<TextPosition(line: caret.line, offset: range.upperBound), with: item.text)
    if let caret = item.caret { moveCaret(to: position(at: offset(of: start) + caret)) }
  }
}

/// The completions from other requests' answers after `{{`: first the requests of the collection, then the values in
/// the last answer of the chosen one.
struct AnswerPlaces: Sendable {
  var workspace = WorkspaceTree(name: "", path: "")
  /// The known answers, by the file of their request.
  var known: [String: ByteStore] = [:]

  private static let mostRequests = 3
  /// The size limit of an answer in bytes; parsing a larger one between two keys would take too long.
  private static let largestAnswer = 1 << 20
  /// The maximum number of values listed from an answer.
  private static let mostPlaces = 500

  /// - Parameter session: the edited request; its own answer is not offered.
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
    // Closing braces already in the text are replaced.
    let behind = Array(line.utf8.dropFirst(caret).prefix(2)) == [0x7D, 0x7D] ? 2 : 0
    let start = caret - Substring(parts[1]).drop { $0 == " " }.utf8.count
    return places(String(parts[1]).trimmed, of: node, start..<caret + behind)
  }

  /// Requests matching by name or file; those with an answer come first.
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
    if known[node.path] == nil { all.insert(("$", "send \(node.name) once to choose a value"), at: 0) }
    let found = all.filter { typed.isEmpty || $0.0.lowercased().contains(typed.lowercased()) }
    let items = found.prefix(Completion.limit).map { Completion.Item(text: "\($0.0)}}", detail: $0.1) }
    return items.isEmpty ? nil : Completion(items: items, chosen: 0, range: range)
  }

  /// The paths of scalar values with the values, outer ones first.
  static func places(in body: ByteStore) -> [(String, String)] {
    // A body that is not JSON has no paths.
    guard body.count <= largestAnswer,
      // Text that is not JSON has no paths either.
      let json = try? JSONValue(parsing: AnswerText.utf8(body.allBytes, contentType: nil))
    else { return [] }
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

  /// The path step for a name; `nil` if the name cannot be written between the braces.
  private static func step(_ name: String) -> String? {
    if name.contains("|") || name.contains("}") || name.contains("'") { return nil }
    let isPlain =
      !name.isEmpty && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    return isPlain ? ".\(name)" : "['\(name)']"
  }

  /// The value on one line; credentials are hidden.
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

/// The suggestions of the smart line: requests by name, then hosts and URLs used before.
struct SmartSuggestions: Sendable {
  var workspace = WorkspaceTree(name: "", path: "")
  /// The history entries, newest first.
  var history: [HistorySummary] = []

  /// The maximum number of requests suggested by name, which leaves room for URLs.
  private static let mostRequests = 3
  private static let mostHosts = 2
  /// The number of requests searched for hosts.
  private static let searched = 1000

  /// - Parameter typed: the typed text; an empty text has no suggestions.
  func items(for typed: String) -> [Completion.Item] {
    let typed = typed.trimmed.lowercased()
    guard !typed.isEmpty, !typed.hasPrefix("curl ") else { return [] }
    let nodes = workspace.collections.flatMap(\.requests).map(\.node)
    var items = requests(typed, nodes)
    var seen: Set<String> = [typed]
    func take(_ urls: some Sequence<String>, _ detail: String, most: Int) {
      for url in urls.lazy.filter({ Self.matches($0, typed) && seen.insert($0.lowercased()).inserted }).prefix(most) {
        items.append(Completion.Item(text: url, detail: detail))
      }
    }
    let used = history.lazy.map(\.url).filter { !$0.contains(VariableSpan.mask) }
    take(
      used.compactMap(Self.host) + Self.hosts(of: nodes.prefix(Self.searched).map(\.url)), "host",
      most: min(Self.mostHosts, Completion.limit - items.count))
    take(used, "history", most: Completion.limit - items.count)
    return items
  }

  /// The hosts, those used by most requests first. A host used by a single request among many is left out, because the
  /// request's name leads to it.
  private static func hosts(of urls: [String]) -> [String] {
    var counts: [String: Int] = [:]
    let hosts = urls.compactMap(host)
    for host in hosts { counts[host, default: 0] += 1 }
    let least = urls.count < few ? 1 : 2
    let known = hosts.enumerated().filter { counts[$0.element] ?? 0 >= least }
    return known.map { (-(counts[$0.element] ?? 0), $0.offset, $0.element) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// Below this number of requests, hosts used by a single one are included.
  private static let few = 8

  /// Names that begin with the text come first, and those that begin with it except for one typo last.
  private func requests(_ typed: String, _ nodes: [RequestNode]) -> [Completion.Item] {
    guard !typed.contains("/") else { return [] }
    let found = nodes.filter { $0.fault == nil && $0.name.lowercased().contains(typed) }
    let first = found.filter { $0.name.lowercased().hasPrefix(typed) }
    let others = found.filter { !$0.name.lowercased().hasPrefix(typed) }
    var offered = first + others
    if offered.count < Self.mostRequests {
      offered += nodes.filter { node in
        node.fault == nil && NearestWord.begins(typed, node.name) && !found.contains { $0.path == node.path }
      }
    }
    return offered.prefix(Self.mostRequests).map {
      Completion.Item(text: $0.name, detail: "\($0.method) \($0.url)", opens: $0.path)
    }
  }

  /// True if the URL, or a part of its host or path, begins with the text.
  private static func matches(_ url: String, _ typed: String) -> Bool {
    let url = url.lowercased()
    guard let place = url.firstRange(of: typed)?.lowerBound, url != typed else { return false }
    return place == url.startIndex || !url[url.index(before: place)].isLetter
  }

  /// The scheme, host and port, or the variable in their place, with the slash that begins the path.
  private static func host(of url: String) -> String? {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    guard start > url.startIndex || url.hasPrefix("{{") else { return nil }
    let authority = url[start...].prefix { !"/?#".contains($0) }
    return authority.isEmpty ? nil : url[..<authority.endIndex] + "/"
  }
}
