/// How a text is highlighted.
package enum TextLanguage: Hashable, Sendable {
  case plain, json, markup, yaml, javaScript, css, graphql, markdown
  case csv(separator: UInt8)
  case form, events
  /// Tables and rows derived from other formats.
  case table, rows

  /// Whether the highlighting of a line depends on the lines before it.
  var hasState: Bool {
    switch self {
    case .markup, .javaScript, .css: true
    case .plain, .json, .yaml, .graphql, .markdown, .csv, .form, .events, .table, .rows: false
    }
  }
}
