import Basics

extension CodeLanguage {
  package static let httpie = CodeLanguage(
    "httpie", "HTTPie", library: HTTPieCode.library, suffix: ".sh", comment: nil, write: HTTPieCode.write)
}

/// A request as a command of HTTPie 3.
enum HTTPieCode {
  static let library = CodeLibrary(name: "http", capitalizesMethods: true, urls: .normalized)

  static func write(_ request: CodeRequest) -> CodeProgram {
    var words = ["--print=hb"]
    if request.followsRedirects { words.append("--follow") }
    if let timeout = request.timeout { words.append("--timeout=\(timeout)") }
    if !request.verifies { words.append("--verify=no") }
    if let proxy = request.proxy { words += ["--proxy=http:\(proxy)", "--proxy=https:\(proxy)"] }
    let raw = request.body.text.flatMap { !$0.isEmpty && ShellText.isArgument($0) ? $0 : nil }
    let isFed = !request.body.isNone && raw == nil
    if !isFed { words.append("--ignore-stdin") }
    if let raw { words.append("--raw=\(raw)") }
    words += [request.method, request.url]
    var notices: [String] = []
    for header in request.headers {
      if let item = item(header) {
        words.append(item)
        if Self.isStripped(header.value) { notices.append("http removes blanks around the value of \(header.name)") }
      } else {
        notices.append("http cannot take a backslash before : ; = or @: \(header.name) is left out")
      }
    }
    // It calls any other body JSON.
    if !request.body.isNone, request.header("Content-Type") == nil { words.append("Content-Type:") }
    let command = ShellText.command("http", words)
    return CodeProgram(
      lines: isFed ? [ShellText.feed(request.body.pieces) + " |"] + command : command, notices: notices)
  }

  /// Whether the value begins or ends with what Python takes for a blank.
  private static func isStripped(_ value: String) -> Bool {
    [value.unicodeScalars.first, value.unicodeScalars.last].contains { $0?.properties.isWhitespace == true }
  }

  /// A header as HTTPie reads it: `:` or, without a value, `;` separates, and a backslash hides a separator.
  private static func item(_ header: CodeHeader) -> String? {
    let separators = Set(":;=@".unicodeScalars)
    guard !header.value.isEmpty else { return header.name + ";" }
    var backslashes = 0
    for scalar in header.value.unicodeScalars {
      if separators.contains(scalar), !backslashes.isMultiple(of: 2) { return nil }
      backslashes = scalar == "\\" ? backslashes + 1 : 0
    }
    let isHidden = header.value.unicodeScalars.first.map(separators.contains) ?? false
    return "\(header.name):\(isHidden ? "\\" : "")\(header.value)"
  }
}
