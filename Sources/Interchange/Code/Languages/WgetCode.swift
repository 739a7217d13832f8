import Basics
import Networking

extension CodeLanguage {
  package static let wget = CodeLanguage(
    "wget", "wget", library: WgetCode.library, suffix: ".sh", comment: nil, write: WgetCode.write)
}

/// A request as a command of GNU wget.
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
    // It wants to know the length before it reads, so nothing can be piped into it.
    var command = ShellText.command("wget", words + [request.url])
    command.insert("  --body-file=\"$body\" \\", at: 1)
    return CodeProgram(lines: ["body=$(mktemp)", ShellText.feed(pieces) + " > \"$body\""] + command + ["rm \"$body\""])
  }
}
