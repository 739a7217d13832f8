import Basics
import Workspaces

/// Parses pasted `Name: value` lines, as copied from a browser, `curl -v` or a specification.
enum HeaderLines {
  /// The rows of such a text; `nil` for any other text.
  static func rows(in text: String) -> [Row]? {
    let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
    let rows = lines.compactMap(row)
    return rows.count == lines.count && !rows.isEmpty ? rows : nil
  }

  /// A multi-line text on one line: each line break and the blanks around it become a space, as in obsolete line
  /// folding (RFC 9110, section 5.5); `nil` for a single line.
  static func folded(_ text: String) -> String? {
    let lines = text.split { $0.isNewline }.map { String($0).trimmed }.filter { !$0.isEmpty }
    return lines.count > 1 ? lines.joined(separator: " ") : nil
  }

  private static func row(_ line: String) -> Row? {
    var line = Substring(line)
    if line.first == "<" || line.first == ">" { line = line.dropFirst().drop { $0 == " " } }
    guard let colon = line.dropFirst().firstIndex(of: ":") else { return nil }
    let name = String(line[..<colon]).trimmed
    let value = String(line[line.index(after: colon)...])
    // `https://…` is not a header, nor is JSON. Browsers copy `:authority`, too.
    let isName = name.utf8.drop { $0 == UInt8(ascii: ":") }.allSatisfy(\.isToken) || name.contains("{{")
    guard !name.isEmpty, !value.hasPrefix("//"), isName else { return nil }
    return Row(name, value.trimmed)
  }
}
