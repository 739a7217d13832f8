package import Terminal

/// Writes single rows of cells to standard output, where a terminal scrolls: for commands that print colours.
package struct StyledLine {
  private var styles: StyleWriter
  package let capabilities: Capabilities

  /// - Parameter variable: returns an environment variable.
  /// - Throws: if the terminal is not known.
  package init(variable: (String) -> String?) throws(TerminalError) {
    try TerminalDatabase.open(term: variable("TERM") ?? "")
    let isInsideTmux = variable("TMUX").map { !$0.isEmpty } ?? false
    styles = StyleWriter(
      isRefused: variable("NO_COLOR").map { !$0.isEmpty } ?? false,
      isTrueColor: StyleWriter.isTrueColor(variable, isInsideTmux: isInsideTmux))
    capabilities = Capabilities(
      colors: styles.colors, unicode: LocaleName.isUTF8(variable), mouse: false,
      isLight: variable("COLORFGBG").flatMap { BackgroundColor.isLight(colorFGBG: $0) })
  }

  /// The bytes of a row, with the terminal's own colours at its end.
  package mutating func bytes(ofRow row: Int, in screen: Screen) -> [UInt8] {
    var bytes: [UInt8] = []
    for column in 0..<screen.size.columns {
      let cell = screen[column, row]
      styles.set(cell.style, to: &bytes)
      bytes += cell.text.utf8
    }
    styles.set(.plain, to: &bytes)
    return bytes
  }
}
