import Workspaces

extension RequestDefinition {
  /// The rows that are switched on and not sent all the same, each with the reason, empty where it goes without saying.
  /// The screen shows them as switched off, so that what it shows switched on is what is sent.
  ///
  /// - Parameter table: what the variables of the URL stand for; what they hide may use any path parameter.
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
    case .headers, .form, .variables, .assertions: break
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

/// Where a path has room for its parameters: `:name`, also with text behind it that no name contains, and `{name}`.
struct PathPlaces {
  private var names: Set<String> = []
  /// Whether a variable is in the way that may stand for anything.
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
