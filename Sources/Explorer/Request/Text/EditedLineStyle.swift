import Documents
import Terminal
import Workspaces

/// Colours one line of a text being edited and marks its variables. It sees only that line: a wrong guess costs no more
/// than a colour.
struct EditedLineStyle {
  let language: TextLanguage
  let theme: Theme
  let variables: VariableTable?
  /// Longer lines are drawn without colours.
  private static let longest = 32 << 10

  func runs(of line: String) -> [TextRun] {
    guard line.utf8.count <= Self.longest else { return [] }
    let pieces = TextHighlighter.pieces(of: line, as: language).compactMap { piece in
      piece.token == .text ? nil : TextRun(piece.range, theme[piece.token.themeToken])
    }
    return Self.laid(language == .markdown ? [] : theme.runs(of: line, in: variables), over: pieces)
  }

  /// Overlays the upper runs on the lower ones, which are cut there.
  static func laid(_ upper: [TextRun], over lower: [TextRun]) -> [TextRun] {
    guard !upper.isEmpty else { return lower }
    var result: [TextRun] = []
    var above = upper[...]
    for run in lower {
      var start = run.range.lowerBound
      while let next = above.first, next.range.lowerBound < run.range.upperBound {
        if next.range.lowerBound > start { result.append(TextRun(start..<next.range.lowerBound, run.style)) }
        if result.last != next { result.append(next) }
        start = max(start, next.range.upperBound)
        if next.range.upperBound > run.range.upperBound { break }
        above.removeFirst()
      }
      if start < run.range.upperBound { result.append(TextRun(start..<run.range.upperBound, run.style)) }
    }
    for next in above where result.last != next { result.append(next) }
    return result
  }
}
