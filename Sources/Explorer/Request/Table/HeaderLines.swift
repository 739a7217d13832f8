import Workspaces

/// Pasted lines of `Name: value`, as they are copied from a browser, curl -v, or a specification.
enum HeaderLines {
  /// The rows of such a text; `nil` when it is anything else.
  static func rows(in text: String) -> [Row]? {
    let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
    let rows = lines.compactMap(row)
    return rows.count == lines.count && !rows.isEmpty ? rows : nil
  }

  private static func row(_ line: String) -> Row? {
    var line = Substring(line)
    if line.first == "<" || line.first == ">" { line = line.dropFirst().drop { $0 == " " } }
    guard let colon = line.dropFirst().firstIndex(of: ":") else { return nil }
    let name = String(line[..<colon]).trimmed
    let value = String(line[line.index(after: colon)...])
    // `https://…` is no header.
    guard !name.isEmpty, !value.hasPrefix("//"), !name.contains(" ") else { return nil }
    return Row(name, value.trimmed)
  }
}
