import HTTPModel

/// Merges two edits of one request, one here and one on disk, if they change different fields.
package struct DefinitionMerge: Hashable, Sendable {
  /// A field that both sides changed to different values.
  package struct Conflict: Hashable, Sendable {
    /// As named on screen: `URL`, `header Accept`, `body`.
    package var field: String
    package var mine: String
    package var theirs: String
  }

  /// The merged request; a conflict keeps mine unless its field is among those taken from theirs.
  package var merged: RequestDefinition
  package var conflicts: [Conflict]
  private let taken: Set<String>

  /// - Parameters:
  ///   - base: the version that both edits started from.
  ///   - mine: the draft.
  ///   - theirs: the version on disk.
  ///   - taken: the conflicting fields to take from theirs, as conflicts name them.
  package init(
    base: RequestDefinition, mine: RequestDefinition, theirs: RequestDefinition, taking taken: Set<String> = []
  ) {
    self.taken = taken
    merged = mine
    conflicts = []
    field("name", \.name, base, theirs) { $0 }
    field("method", \.method, base, theirs) { $0 }
    field("URL", \.url, base, theirs) { $0 }
    field("body", \.body, base, theirs) { $0.kind.word }
    field("authentication", \.authentication, base, theirs) { $0.scheme.word }
    field("docs", \.docs, base, theirs) { $0 }
    field("place", \.sequence, base, theirs) { $0.map(NumberText.text) ?? "" }
    field("tags", \.tags, base, theirs) { $0.joined(separator: ", ") }
    field("scripts", \.scripts, base, theirs) { "\($0.count) scripts" }
    field("proxy", \.proxy, base, theirs) { $0.map { $0.use == .own ? $0.place : $0.use.rawValue } ?? "" }
    field("condition", \.condition, base, theirs) { $0 }
    field("verify TLS", \.trust.verifies, base, theirs) { $0.map { $0 ? "yes" : "no" } ?? "" }
    field("authorities", \.trust.authorities, base, theirs) { $0 ?? "" }
    field("revoked certificates", \.trust.revocations, base, theirs) { $0 ?? "" }
    field("operation", \.graphQL.operation, base, theirs) { $0 }
    field("subscriptions", \.graphQL.transport, base, theirs) { $0?.rawValue ?? "" }
    field("connection payload", \.graphQL.connectionInit, base, theirs) { $0 }
    field("schema", \.graphQL.schema, base, theirs) { $0 }
    for kind in SettingKind.all { setting(kind, base.settings, theirs.settings) }
    rows("header", \.headers, base, theirs, name: \.name, words: Self.words)
    rows("parameter", \.params, base, theirs, name: { "\($0.place) \($0.row.name)" }, words: { Self.words($0.row) })
    rows(
      "message", \.conversation.messages, base, theirs, name: \.name,
      words: { ($0.isSelected ? "" : "(off) ") + "\($0.kind) \($0.data)" })
    field("keep-alive", \.conversation.keepAliveInterval, base, theirs) { NumberText.text($0) }
    field("method type", \.conversation.call.methodType, base, theirs) { $0 }
    field("file of types", \.conversation.call.protoFile, base, theirs) { $0 }
    field("compression of messages", \.conversation.call.compresses, base, theirs) { $0 ? "yes" : "no" }
    field("way of messages", \.conversation.call.carrier, base, theirs) { $0.rawValue }
    rows("variable", \.variables, base, theirs, name: \.name, words: Self.words)
    rows("file", \.graphQL.files, base, theirs, name: \.name, words: Self.words)
    rows("assertion", \.assertions, base, theirs, name: \.expression, words: { "\($0.operator) \($0.value)" })
    rows("example", \.examples, base, theirs, name: \.name, words: { $0.answer.status.map(String.init) ?? "" })
    rows("capture", \.captures, base, theirs, name: \.variable, words: \.expression)
    rows("trusted certificate", \.trust.certificates, base, theirs, name: \.host, words: \.fingerprint)
    rows("certificate", \.certificates, base, theirs, name: \.domain, words: \.path)
  }

  /// Everything that distinguishes a row from another of the same name.
  private static func words(_ row: Row) -> String {
    (row.isEnabled ? "" : "(off) ") + row.value + (row.omitsBlank ? "  (no blank after the colon)" : "")
      + (row.omitsInherited ? "  (nor an inherited one)" : "")
      + (row.note.isEmpty ? "" : "  # " + row.note)
  }

  private mutating func field<Value: Equatable>(
    _ name: String, _ path: WritableKeyPath<RequestDefinition, Value>, _ base: RequestDefinition,
    _ theirs: RequestDefinition, words: (Value) -> String
  ) {
    let (old, mine, other) = (base[keyPath: path], merged[keyPath: path], theirs[keyPath: path])
    if mine == other || other == old { return }
    if mine == old {
      merged[keyPath: path] = other
    } else {
      conflicts.append(Conflict(field: name, mine: words(mine), theirs: words(other)))
      if taken.contains(name) { merged[keyPath: path] = other }
    }
  }

  private mutating func setting(_ kind: SettingKind, _ old: RequestSettings, _ other: RequestSettings) {
    let (type, mine) = (kind.type, merged.settings)
    if type.isSame(mine, other) || type.isSame(other, old) { return }
    if !type.isSame(mine, old) {
      conflicts.append(Conflict(field: kind.name, mine: type.words(in: mine), theirs: type.words(in: other)))
      guard taken.contains(kind.name) else { return }
    }
    type.copy(from: other, to: &merged.settings)
  }

  /// Merges row by row, matched by name; a list with a repeated name is merged as a whole.
  private mutating func rows<Element: Hashable>(
    _ what: String, _ path: WritableKeyPath<RequestDefinition, [Element]>, _ base: RequestDefinition,
    _ theirs: RequestDefinition, name: (Element) -> String, words: (Element) -> String
  ) {
    let (old, mine, other) = (base[keyPath: path], merged[keyPath: path], theirs[keyPath: path])
    if mine == other || other == old { return }
    if mine == old {
      merged[keyPath: path] = other
      return
    }
    guard let before = table(old, name), let here = table(mine, name), let there = table(other, name) else {
      conflicts.append(Conflict(field: what + "s", mine: "\(mine.count) rows", theirs: "\(other.count) rows"))
      if taken.contains(what + "s") { merged[keyPath: path] = other }
      return
    }
    var result: [Element] = []
    for row in mine {
      let key = name(row)
      if there[key] == before[key] || there[key] == row {
        result.append(row)
      } else if before[key] == row {
        if let changed = there[key] { result.append(changed) }
      } else {
        let field = "\(what) \(key)"
        conflicts.append(Conflict(field: field, mine: words(row), theirs: there[key].map(words) ?? "removed"))
        if let chosen = taken.contains(field) ? there[key] : row { result.append(chosen) }
      }
    }
    for row in other where here[name(row)] == nil {
      if before[name(row)] == nil {
        result.append(row)
      } else if before[name(row)] != row {
        let field = "\(what) \(name(row))"
        conflicts.append(Conflict(field: field, mine: "removed", theirs: words(row)))
        if taken.contains(field) { result.append(row) }
      }
    }
    merged[keyPath: path] = result
  }

  private func table<Element>(_ rows: [Element], _ name: (Element) -> String) -> [String: Element]? {
    var table: [String: Element] = [:]
    for row in rows {
      guard table.updateValue(row, forKey: name(row)) == nil else { return nil }
    }
    return table
  }
}
