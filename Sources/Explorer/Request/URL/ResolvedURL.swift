import Terminal
import Workspaces

/// The URL as it would be sent, as far as that is known: variables and path parameters in place, secrets masked.
enum ResolvedURL {
  static func text(of draft: RequestDefinition, in table: VariableTable?) -> String {
    var parts = QueryPieces(draft.url)
    let values = Dictionary(
      draft.params.filter { $0.place == .path && $0.row.isEnabled && !$0.row.value.isEmpty }
        .map { ($0.row.name, $0.row.value) }, uniquingKeysWith: { first, _ in first })
    let segments = parts.path.split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
      guard segment.first == ":", let value = values[String(segment.dropFirst())] else { return String(segment) }
      return value
    }
    parts.path = segments.joined(separator: "/")
    return VariableSpan.resolved(parts.url, in: table)
  }

  /// The same with what is missing marked.
  static func pieces(of draft: RequestDefinition, in table: VariableTable?, theme: Theme) -> [StyledText] {
    let text = text(of: draft, in: table)
    let bytes = Array(text.utf8)
    return VariableSpan.spans(of: text, in: table).map { span in
      let piece = String(decoding: bytes[span.range], as: UTF8.self)
      if case .unresolved = span.kind { return StyledText(piece, theme[.variableUnresolved]) }
      return StyledText(piece, theme[.dim])
    }
  }
}
