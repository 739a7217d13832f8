import Terminal
import Workspaces

/// The URL as it would be sent, as far as known: variables and path parameters filled in, secrets masked.
enum ResolvedURL {
  static func text(of draft: RequestDefinition, in table: VariableTable?) -> String {
    VariableSpan.resolved(filled(draft), in: table)
  }

  /// The same with what is missing marked.
  static func pieces(of draft: RequestDefinition, in table: VariableTable?, theme: Theme) -> [StyledText] {
    let text = filled(draft)
    let bytes = Array(text.utf8)
    return VariableSpan.spans(of: text, in: table).map { span in
      let typed = String(decoding: bytes[span.range], as: UTF8.self)
      switch span.kind {
      case .plain: return StyledText(typed, theme[.dim])
      case .resolved(let value, let isSecret): return StyledText(isSecret ? VariableSpan.mask : value, theme[.dim])
      case .unresolved: return StyledText(typed, theme[.variableUnresolved])
      }
    }
  }

  /// Fills in path parameters and an API key sent in the query.
  private static func filled(_ draft: RequestDefinition) -> String {
    var pairs = QueryText.pairs(of: draft.url)
    let bare = pairs.isEmpty ? draft.url : QueryText.url(draft.url, with: [])
    let values = Dictionary(
      draft.params.filter { $0.place == .path && $0.row.isEnabled && !$0.row.value.isEmpty }
        .map { ($0.row.name, $0.row.value) }, uniquingKeysWith: { first, _ in first })
    let segments = bare.split(separator: "/", omittingEmptySubsequences: false).map { filled($0, values) }
    if case .query(let name, _) = draft.authentication.carriage, !name.isEmpty {
      pairs.append(QueryText.Pair(name, VariableSpan.mask))
    }
    let path = segments.joined(separator: "/")
    return pairs.isEmpty ? path : QueryText.url(path, with: pairs)
  }

  /// Fills in a path segment: `{name}` or `:name`, also with a suffix that cannot be part of a name.
  private static func filled(_ segment: Substring, _ values: [String: String]) -> String {
    var segment = segment
    var start = ""
    if segment.first == ":" {
      let whole = segment.dropFirst()
      if let value = values[String(whole)] { return value }
      let name = whole.prefix(while: PathPlaces.isNamePart)
      if let value = values[String(name)] {
        start = value
        segment = whole.dropFirst(name.count)
      }
    }
    for (name, value) in values where !segment.contains("{{") {
      segment = Substring(segment.replacing("{\(name)}", with: value))
    }
    return start + segment
  }
}
