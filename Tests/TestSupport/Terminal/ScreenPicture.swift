import Basics
package import Terminal

/// Draws a screen as an SVG picture, for the documentation and for inspecting a failed screen test.
package struct ScreenPicture: Sendable {
  package var screen: Screen
  package var palette: Palette
  /// A description of the picture for screen readers.
  package var title: String

  private static let cellWidth = 9
  private static let cellHeight = 19
  private static let margin = 12

  package init(_ screen: Screen, palette: Palette = .dark, title: String = "Terminal") {
    self.screen = screen
    self.palette = palette
    self.title = title
  }

  /// The whole SVG document.
  package var svg: String {
    let width = screen.size.columns * ScreenPicture.cellWidth + 2 * ScreenPicture.margin
    let height = screen.size.rows * ScreenPicture.cellHeight + 2 * ScreenPicture.margin
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"0 0 \(width) \(height)\" role=\"img\">",
      "<title>\(escaped(title))</title>",
      "<rect width=\"\(width)\" height=\"\(height)\" rx=\"8\" fill=\"\(palette.background.hexText)\"/>",
      "<g font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"15\" "
        + "xml:space=\"preserve\">",
    ]
    for y in 0..<screen.size.rows {
      for run in runs(ofRow: y) { lines += grounds(run, y) }
      for run in runs(ofRow: y) { lines += texts(run, y) }
    }
    lines += cursor()
    return (lines + ["</g>", "</svg>", ""]).joined(separator: "\n")
  }

  /// Adjacent cells of one style. Text other than plain one-column characters gets its own run, so that a font with
  /// other widths cannot shift the text after it.
  private struct Run {
    var x: Int
    var columns: Int
    var text: String
    var style: Style
  }

  private func runs(ofRow y: Int) -> [Run] {
    var runs: [Run] = []
    for x in 0..<screen.size.columns {
      let cell = screen[x, y]
      if cell.text.isEmpty, !runs.isEmpty {
        runs[runs.count - 1].columns += 1
      } else if let last = runs.last, last.style == cell.style, isPlain(last.text), isPlain(cell.text) {
        runs[runs.count - 1].columns += 1
        runs[runs.count - 1].text += cell.text
      } else {
        runs.append(Run(x: x, columns: 1, text: cell.text, style: cell.style))
      }
    }
    return runs
  }

  private func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 }
  }

  private func place(_ x: Int) -> Int { ScreenPicture.margin + x * ScreenPicture.cellWidth }

  private func grounds(_ run: Run, _ y: Int) -> [String] {
    let ground = palette.colors(of: run.style).ground
    guard ground != palette.background else { return [] }
    let top = ScreenPicture.margin + y * ScreenPicture.cellHeight
    return [
      "<rect x=\"\(place(run.x))\" y=\"\(top)\" width=\"\(run.columns * ScreenPicture.cellWidth)\" "
        + "height=\"\(ScreenPicture.cellHeight)\" fill=\"\(ground.hexText)\"/>"
    ]
  }

  private func texts(_ run: Run, _ y: Int) -> [String] {
    let isUnderlined = run.style.attributes.contains(.underline)
    guard isUnderlined || run.text.utf8.contains(where: { $0 != 0x20 }) else { return [] }
    let baseline = ScreenPicture.margin + y * ScreenPicture.cellHeight + 14
    var attributes = " fill=\"\(palette.colors(of: run.style).text.hexText)\""
    if run.style.attributes.contains(.bold) { attributes += " font-weight=\"bold\"" }
    if run.style.attributes.contains(.italic) { attributes += " font-style=\"italic\"" }
    if isUnderlined { attributes += " text-decoration=\"underline\"" }
    let width = run.columns * ScreenPicture.cellWidth
    return [
      "<text x=\"\(place(run.x))\" y=\"\(baseline)\" textLength=\"\(width)\" lengthAdjust=\"spacingAndGlyphs\""
        + attributes + ">\(escaped(run.text))</text>"
    ]
  }

  private func cursor() -> [String] {
    guard let cursor = screen.cursor, screen.bounds.contains(cursor) else { return [] }
    let top = ScreenPicture.margin + cursor.y * ScreenPicture.cellHeight
    return [
      "<rect x=\"\(place(cursor.x))\" y=\"\(top)\" width=\"2\" height=\"\(ScreenPicture.cellHeight)\" "
        + "fill=\"\(palette.foreground.hexText)\"/>"
    ]
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in VisibleText.of(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
