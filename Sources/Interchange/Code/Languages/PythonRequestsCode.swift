extension CodeLanguage {
  package static let pythonRequests = CodeLanguage(
    "python-requests", "Python (requests)", library: PythonRequestsCode.library, suffix: ".py", comment: "#",
    write: PythonRequestsCode.write)
}

/// A request in Python, with `requests`.
enum PythonRequestsCode {
  static let library = CodeLibrary(
    name: "requests", joinsHeaders: true, hasForms: true, capitalizesMethods: true, urls: .normalized)

  static func write(_ request: CodeRequest) -> CodeProgram {
    let text = PythonText.text
    var arguments = ["\(text.quoted(request.method)),", "\(text.quoted(request.url)),"]
    if !request.headers.isEmpty {
      let pairs = request.headers.map { "\(text.quoted($0.name)): \(PythonText.value($0))," }
      arguments += ["headers={"] + pairs.indented("    ") + ["},"]
    }
    switch request.body {
    case .none: break
    case .content(let pieces): arguments += PythonText.argument("data", pieces)
    case .form(let parts): arguments += PythonText.files(parts)
    }
    if let timeout = request.timeout { arguments.append("timeout=\(timeout),") }
    if !request.followsRedirects { arguments.append("allow_redirects=False,") }
    if !request.verifies { arguments.append("verify=False,") }
    if let proxy = request.proxy {
      let quoted = text.quoted(proxy)
      arguments.append("proxies={\"http\": \(quoted), \"https\": \(quoted)},")
    }
    return PythonText.program(request, library: "requests", arguments: arguments)
  }
}
