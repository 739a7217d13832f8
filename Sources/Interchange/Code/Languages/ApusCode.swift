import Basics
import Networking

extension CodeLanguage {
  package static let apus = CodeLanguage(
    "apus", "apus send", library: "apus send", suffix: ".sh", comment: nil, writing: ApusCode.write)
}

/// A request as `apus send`, which takes curl's options.
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

  /// An option of curl as `apus send` has it, or what it stands for where there is none.
  private static func fitted(_ term: Term) -> (terms: [Term], notice: String?) {
    let value = term.value ?? ""
    switch term.option {
    case "-A": return ([Term("-H", "User-Agent: \(value)")], nil)
    case "-I": return ([Term("-X", "HEAD")], nil)
    // It takes a URL as it is written, and decodes what it asked for.
    case "-g", "--path-as-is", "--compressed": return ([], nil)
    case "--http1.0": return ([Term("--http", "1.0")], nil)
    case "--http1.1": return ([Term("--http", "1.1")], nil)
    case "--http2": return ([Term("--http", "2")], nil)
    case "--http2-prior-knowledge": return ([Term("--http", "2")], "HTTP/2 without an upgrade")
    case "--http3": return ([Term("--http", "3")], nil)
    case "--anyauth": return ([], "the login by whatever the server asks for")
    case "-y", "--proxy-cacert": return ([], nil)
    case "-Y": return ([], "the limit for silence")
    case "--pinnedpubkey": return ([], "the server's public key")
    default: return ([term], nil)
    }
  }

  /// The parts of a form keep their order only among themselves, so a literal one is written like the others.
  private static func inOrder(_ term: Term) -> Term {
    guard term.option == "--form-string", let value = term.value,
      let mark = value.utf8.firstIndex(of: UInt8(ascii: "="))
    else { return term }
    let content = value[value.utf8.index(after: mark)...].unicodeScalars.map { scalar in
      scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
    }
    return Term("-F", "\(value[..<mark])=\"\(content.joined())\"")
  }

  /// A value that begins with three hyphens would not be taken for one.
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

  /// `{{` would begin a variable, so one stands for it.
  private static func escaped(_ terms: [Term]) -> [Term] {
    let made = terms.map { Term($0.option, $0.value.map(TemplateBraces.escaping)) }
    return made == terms ? terms : made + [Term("--var", "\(TemplateBraces.name)={{")]
  }
}
