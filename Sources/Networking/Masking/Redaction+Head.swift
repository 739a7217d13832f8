extension Redaction {
  /// A line of a head: a field masked by its name and content, the first line by its URL parameters.
  package func masked(headLine line: Substring, isFirst: Bool) -> String {
    if isFirst {
      // A target that is sent as typed may have blanks.
      guard !line.hasPrefix("HTTP/"), let start = line.firstIndex(of: " "), let end = line.lastIndex(of: " "),
        start < end
      else {
        return masked(text: String(line))
      }
      let target = masked(url: String(line[line.index(after: start)..<end]))
      return "\(masked(text: String(line[..<start]))) \(target)\(line[end...])"
    }
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return masked(text: String(line)) }
    let value = line[line.utf8.index(after: colon)...]
    let blanks = value.prefix { $0 == " " }
    let shown = masked(Header(String(line[..<colon]), String(value.dropFirst(blanks.count))))
    return "\(shown.name):\(blanks)\(shown.value)"
  }
}
