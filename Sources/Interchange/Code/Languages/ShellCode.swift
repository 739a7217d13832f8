import Basics
import HTTPModel
import SessionModel
import Workspaces

/// The shared parts of commands for a POSIX shell.
enum ShellText {
  /// The command that writes the pieces to standard output.
  static func feed(_ pieces: [CodePiece]) -> String {
    let commands = pieces.map { piece in
      switch piece {
      case .text(let content): ShellQuoting.printf(Array(content.utf8))
      case .bytes(let bytes): ShellQuoting.printf(bytes)
      case .file(let path): "cat \(ShellQuoting.word(fileName(path)))"
      }
    }
    return commands.count == 1 ? commands[0] : "{ " + commands.joined(separator: "; ") + "; }"
  }

  /// Prefixes a name that a command would take for an option or for standard input.
  static func fileName(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }

  /// One word per line, with line continuations.
  static func command(_ name: String, _ words: [String]) -> [String] {
    ([name] + words.map(ShellQuoting.word)).enumerated().map { index, word in
      (index == 0 ? "" : "  ") + word + (index == words.count ? "" : " \\")
    }
  }

  /// True if a text can be an argument: no zero byte, and within the length limit of Linux.
  static func isArgument(_ text: String) -> Bool { text.utf8.count < 100_000 && !text.utf8.contains(0) }
}

/// Writes a request as `apus send`, which accepts curl's options.
enum ApusCode {
  private typealias Term = CurlCommand.Term

  static func write(_ request: Request, _ redaction: Redaction) -> CodeProgram {
    let command = CurlCommand(request, style: .short, redaction: redaction)
    var left: [String] = []
    var terms: [Term] = []
    for term in command.terms {
      let (kept, notice) = fitted(term)
      terms += kept
      left += notice.map { [$0] } ?? []
    }
    terms += redirects(request.options.redirects ?? TransferOptions.RedirectPolicy())
    if request.options.decompresses == false { terms.append(Term("--no-compressed")) }
    if !request.url.utf8.allSatisfy({ $0 < 0x80 }) { terms.append(Term("--no-encode-url")) }
    if terms.contains(where: { $0.option == "-F" }) { terms = terms.map(inOrder) }
    terms = terms.map(joined)
    let text = command.with(escaped(terms)).text(for: .sh, of: "apus send")
    return CodeProgram(
      lines: [text], notices: command.limits(of: .sh) + left.map { "apus send does not take \($0)" })
  }

  /// Converts an option of curl to one of `apus send`, or to an equivalent.
  private static func fitted(_ term: Term) -> (terms: [Term], notice: String?) {
    let value = term.value ?? ""
    switch term.option {
    case "-A": return ([Term("-H", "User-Agent: \(value)")], nil)
    case "-I": return ([Term("-X", "HEAD")], nil)
    // `apus send` always takes URLs literally and decodes compressed responses.
    case "-g", "--path-as-is", "--compressed": return ([], nil)
    case "--http1.0": return ([Term("--http", "1.0")], nil)
    case "--http1.1": return ([Term("--http", "1.1")], nil)
    case "--http2": return ([Term("--http", "2")], nil)
    case "--http2-prior-knowledge": return ([Term("--http", "2")], "HTTP/2 without an upgrade")
    case "--http3": return ([Term("--http", "3")], nil)
    case "--anyauth": return ([], "the login by any scheme that the server requests")
    case "-y", "--proxy-cacert": return ([], nil)
    case "-Y": return ([], "the idle timeout")
    case "--pinnedpubkey": return ([], "the server's public key")
    default: return ([term], nil)
    }
  }

  /// Form parts keep their order only within one option, so a literal part uses the same option as the others.
  private static func inOrder(_ term: Term) -> Term {
    guard term.option == "--form-string", let value = term.value,
      let mark = value.utf8.firstIndex(of: UInt8(ascii: "="))
    else { return term }
    let content = value[value.utf8.index(after: mark)...].unicodeScalars.map { scalar in
      scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
    }
    return Term("-F", "\(value[..<mark])=\"\(content.joined())\"")
  }

  /// A value that begins with three hyphens would be read as an option.
  private static func joined(_ term: Term) -> Term {
    guard let value = term.value, value.hasPrefix("---"), term.option == "-d" else { return term }
    return Term(nil, "--data=\(value)")
  }

  private static func redirects(_ policy: TransferOptions.RedirectPolicy) -> [Term] {
    guard policy.follows else { return [] }
    let usual = TransferOptions.RedirectPolicy().maximum
    return [Term(policy.forwardsCredentials ? "--location-trusted" : "-L")]
      + (policy.maximum == usual ? [] : [Term("--max-redirs", String(policy.maximum))])
  }

  /// Replaces `{{`, which would begin a variable, with a variable for it.
  private static func escaped(_ terms: [Term]) -> [Term] {
    let made = terms.map { Term($0.option, $0.value.map(TemplateBraces.escaping)) }
    return made == terms ? terms : made + [Term("--var", "\(TemplateBraces.name)={{")]
  }
}

/// Writes a request as a command of HTTPie 3.
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
    // HTTPie sets the type of any other body to JSON.
    if !request.body.isNone, request.header("Content-Type") == nil { words.append("Content-Type:") }
    let command = ShellText.command("http", words)
    return CodeProgram(
      lines: isFed ? [ShellText.feed(request.body.pieces) + " |"] + command : command, notices: notices)
  }

  /// True if the value begins or ends with white space by Python's rules.
  private static func isStripped(_ value: String) -> Bool {
    [value.unicodeScalars.first, value.unicodeScalars.last].contains { $0?.properties.isWhitespace == true }
  }

  /// A header in HTTPie's syntax: `:` separates, or `;` without a value, and a backslash escapes a separator.
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

/// Writes a request as a command of GNU wget.
enum WgetCode {
  static let library = CodeLibrary(
    name: "wget", joinsHeaders: true, addedType: "application/x-www-form-urlencoded", capitalizesMethods: true,
    urls: .normalized)

  static func write(_ request: CodeRequest) -> CodeProgram {
    var words = [
      "--no-verbose", "--server-response", "--content-on-error", "--output-document=-", "--tries=1",
      "--method=\(request.method)",
    ]
    words += request.headers.map { "--header=\($0.name): \($0.value)" }
    if !request.followsRedirects { words.append("--max-redirect=0") }
    if let timeout = request.timeout { words.append("--timeout=\(timeout)") }
    if !request.verifies { words.append("--no-check-certificate") }
    switch request.proxy {
    case nil: break
    case "": words.append("--no-proxy")
    case let proxy?:
      words += ["--execute=use_proxy=yes", "--execute=http_proxy=\(proxy)", "--execute=https_proxy=\(proxy)"]
    }
    let pieces = request.body.pieces
    guard !pieces.isEmpty else { return CodeProgram(lines: ShellText.command("wget", words + [request.url])) }
    if let text = request.body.text, ShellText.isArgument(text) {
      return CodeProgram(lines: ShellText.command("wget", words + ["--body-data=\(text)", request.url]))
    }
    if pieces.count == 1, case .file(let path) = pieces[0] {
      return CodeProgram(lines: ShellText.command("wget", words + ["--body-file=\(path)", request.url]))
    }
    // Wget determines the length before it reads, so the body cannot be piped into it.
    var command = ShellText.command("wget", words + [request.url])
    command.insert("  --body-file=\"$body\" \\", at: 1)
    return CodeProgram(lines: ["body=$(mktemp)", ShellText.feed(pieces) + " > \"$body\""] + command + ["rm \"$body\""])
  }
}
