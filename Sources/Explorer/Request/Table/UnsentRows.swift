import Workspaces

extension RequestDefinition {
  /// Rows that are switched on but not sent, with the reason; an empty reason is obvious. The screen shows them as
  /// switched off, so that every row shown as on is sent.
  ///
  /// - Parameter table: resolves variables in the URL; an unresolved one may stand for any path parameter.
  func unsentRows(of kind: TableKind, in table: VariableTable? = nil) -> [Int: String] {
    var reasons: [Int: String] = [:]
    for (index, row) in rows(of: kind).enumerated() where row.isEnabled && row.isBlank(in: kind) && kind != .variables {
      reasons[index] = ""
    }
    switch kind {
    case .params: reasons.merge(unusedPathRows(in: table)) { $1 }
    case .multipart:
      guard case .multipart(let parts) = body else { break }
      for (index, part) in parts.enumerated() where part.isEnabled && reasons[index] == nil {
        guard case .files(let paths) = part.content, paths.allSatisfy(\.isEmpty) else { continue }
        reasons[index] = "No file is chosen: this part is not sent"
      }
    case .files:
      guard case .file(let choices) = body else { break }
      let sent = choices.firstIndex { $0.isSelected && !$0.path.isEmpty }
      for (index, choice) in choices.enumerated() where choice.isSelected && index != sent {
        reasons[index] = sent == nil ? "" : "One file is sent: the first that is chosen"
      }
    case .headers, .form, .variables, .assertions, .certificates, .messages: break
    }
    return reasons
  }

  private func unusedPathRows(in table: VariableTable?) -> [Int: String] {
    let paths = params.enumerated().filter { $0.element.place == .path && $0.element.row.isEnabled }
    guard !paths.isEmpty else { return [:] }
    var reasons: [Int: String] = [:]
    let places = PathPlaces(VariableSpan.resolved(url, in: table))
    var filled: Set<String> = []
    for (index, parameter) in paths {
      let name = parameter.row.name
      if filled.contains(name) {
        reasons[index] = "The row above fills :\(name): this one is not sent"
      } else if !places.mayHave(name) {
        reasons[index] = "The URL has no :\(name): this row is not sent"
      } else if !parameter.row.value.isEmpty {
        filled.insert(name)
      }
    }
    return reasons
  }
}

/// The parameters that a path has room for: `{name}` and `:name`, also with a suffix that cannot be part of a name.
struct PathPlaces {
  private var names: Set<String> = []
  /// Whether an unresolved variable may stand for any parameter.
  private let isOpen: Bool

  init(_ url: String) {
    let bare = QueryText.url(url, with: [])
    isOpen = bare.contains("{{")
    for segment in bare.split(separator: "/") {
      if segment.first == ":" {
        let whole = segment.dropFirst()
        names.insert(String(whole))
        names.insert(String(whole.prefix(while: Self.isNamePart)))
      }
      for piece in segment.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
        if let end = piece.firstIndex(of: "}") { names.insert(String(piece[..<end])) }
      }
    }
  }

  func mayHave(_ name: String) -> Bool { isOpen || names.contains(name) }

  static func isNamePart(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber) || character == "_"
  }
}
