extension CodeLanguage {
  package static let pythonHTTPX = CodeLanguage(
    "python-httpx", "Python (httpx)", library: PythonHTTPXCode.library, suffix: ".py", comment: "#",
    write: PythonHTTPXCode.write)
}

/// A request in Python, with `httpx`.
enum PythonHTTPXCode {
  static let library = CodeLibrary(
    name: "httpx", headerText: .printable, hasForms: true, capitalizesMethods: true, urls: .normalized)

  static func write(_ request: CodeRequest) -> CodeProgram {
    let text = PythonText.text
    var arguments = ["\(text.quoted(request.method)),", "\(text.quoted(request.url)),"]
    if !request.headers.isEmpty {
      let pairs = request.headers.map { "(\(text.quoted($0.name)), \(PythonText.value($0)))," }
      arguments += ["headers=["] + pairs.indented("    ") + ["],"]
    }
    switch request.body {
    case .none: break
    case .content(let pieces): arguments += PythonText.argument("content", pieces)
    case .form(let parts): arguments += PythonText.files(parts)
    }
    if request.followsRedirects { arguments.append("follow_redirects=True,") }
    // Five seconds otherwise.
    arguments.append("timeout=\(request.timeout.map { "\($0)" } ?? "None"),")
    if !request.verifies { arguments.append("verify=False,") }
    switch request.proxy {
    case nil: break
    case "": arguments.append("trust_env=False,")
    case let proxy?: arguments.append("proxy=\(text.quoted(proxy)),")
    }
    return PythonText.program(request, library: "httpx", arguments: arguments)
  }
}
