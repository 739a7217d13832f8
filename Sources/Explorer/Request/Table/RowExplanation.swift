import Documents
import Workspaces

/// The explanation of a row: its origin, what it overrides, and who uses it.
struct RowExplanation: Equatable {
  var name: String
  var lines: [String]
}

extension RequestSession {
  /// The explanation of the row under the cursor, or of a token in another field; `nil` if there is neither.
  /// - Parameter now: seconds since 1970.
  func explanationUnderCursor(now: Double) -> RowExplanation? {
    guard editor.editing == nil else { return nil }
    let token = JSONWebToken.first(in: VariableSpan.resolved(valueUnderCursor, in: variables))?
      .lines(nowInSeconds: now)
    guard var explanation = rowExplanation else {
      return token.map { RowExplanation(name: nameUnderCursor ?? "Token", lines: [VariableSpan.mask, ""] + $0) }
    }
    if let token { explanation.lines.insert(contentsOf: [""] + token, at: 1) }
    return explanation
  }

  /// The text under the cursor, if it is a single value.
  private var valueUnderCursor: String {
    if editor.isOnURL { return draft.address }
    switch tableLine {
    case .own(let index)?:
      guard case .table(let kind) = content else { return "" }
      return draft.rows(of: kind)[index][1]
    case .inherited(let row)?: return row.value
    case .add?, .fact?, nil: return fieldLine?.value ?? ""
    }
  }

  private var rowExplanation: RowExplanation? {
    guard editor.editing == nil, case .table(let kind) = content, [.headers, .params, .variables].contains(kind),
      let line = tableLine
    else { return nil }
    switch line {
    case .inherited(let row):
      let next =
        row.canBeOmitted
        ? ["\(key: "enter") in its row overrides it", "\(key: "toggle") there switches it off"]
        : [row.advice].filter { !$0.isEmpty }
      return RowExplanation(name: row.name, lines: [row.value, "from \(row.origin)", ""] + next)
    case .own(let index): return explanation(ofRow: index, of: kind)
    case .add, .fact: return nil
    }
  }

  /// The kind of row under the cursor; `nil` if the name says it already.
  var nounUnderCursor: String? {
    guard !isAboveContent, case .table(let kind) = content else { return nil }
    switch tableLine {
    case .own, .inherited: return kind.noun
    case .add, .fact, nil: return nil
    }
  }

  var nameUnderCursor: String? {
    if editor.isOnURL { return "URL" }
    switch tableLine {
    case .own(let index)?:
      guard case .table(let kind) = content else { return nil }
      return draft.rows(of: kind)[index][0]
    case .inherited(let row)?: return row.name
    case .add?, .fact?: return editor.tab.rawValue
    case nil: return fieldLine?.label ?? editor.tab.rawValue
    }
  }

  private func explanation(ofRow index: Int, of kind: TableKind) -> RowExplanation? {
    let row = draft.rows(of: kind)[index]
    guard !row.isBlank(in: kind) else { return nil }
    let name = VariableSpan.resolved(row[0], in: variables)
    let hides = kind == .variables || kind == .headers ? VariableTable.namesSecret(name) : false
    let value = hides ? VariableSpan.mask : VariableSpan.resolved(row[1], in: variables)
    let verb = kind == .variables ? "used" : "sent"
    var lines = [value.isEmpty ? "(empty)" : value, "from this \(draft.noun)"]
    if !row.isEnabled { lines[1] += ", switched off: not \(verb)" }
    if !row[2].isEmpty { lines.append(row[2]) }
    lines += overridden(by: name, at: index, of: kind)
    if kind == .variables {
      let count = draft.places(using: row[0])
      lines.append(count == 0 ? "unused in this \(draft.noun)" : "used \(count)× in this \(draft.noun)")
    }
    return RowExplanation(name: name.isEmpty ? row[0] : name, lines: lines)
  }

  /// The values that the row overrides.
  private func overridden(by name: String, at index: Int, of kind: TableKind) -> [String] {
    var other = draft
    other.changeRows(of: kind) { $0.remove(at: index) }
    return inheritedRows(of: kind, in: other).filter {
      kind == .headers ? $0.name.lowercased() == name.lowercased() : $0.name == name
    }.map { "overrides \($0.value) from \($0.origin)" }
  }
}

extension RequestDefinition {
  /// The number of uses of a variable in the sent request.
  fileprivate func places(using name: String) -> Int {
    let rows = headers + params.map(\.row) + variables
    var texts = [url] + rows.flatMap { [$0.name, $0.value] }
    switch body {
    case .text(_, let text): texts.append(text)
    case .graphql(let query, let variables): texts += [query, variables]
    case .none, .form, .multipart, .file: break
    }
    return texts.reduce(0) { count, text in count + VariableUse.all(in: text).count { $0.name == name } }
  }
}
