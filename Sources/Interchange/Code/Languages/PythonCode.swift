import Basics
import SessionModel

/// The shared parts of Python programs.
enum PythonText {
  static let text = CodeText(escape: .digits)

  /// The body as a keyword argument.
  private static func argument(_ name: String, _ pieces: [CodePiece]) -> [String] {
    guard pieces.count == 1 else { return ["\(name)=b\"\".join(["] + pieces.map { "    \(bytes($0))," } + ["]),"] }
    switch pieces[0] {
    case .text(let content):
      let lines = text.lines(content)
      guard lines.count > 1 else { return ["\(name)=\(lines[0]).encode(),"] }
      return ["\(name)=("] + lines.indented("    ") + [").encode(),"]
    case .file(let path): return ["\(name)=open(\(text.quoted(path)), \"rb\"),"]
    case .bytes: return ["\(name)=\(bytes(pieces[0])),"]
    }
  }

  private static func bytes(_ piece: CodePiece) -> String {
    switch piece {
    case .text(let content): "\(text.quoted(content)).encode()"
    case .bytes(let bytes): base64(bytes)
    case .file(let path): "open(\(text.quoted(path)), \"rb\").read()"
    }
  }

  /// The method and the URL.
  static func start(_ request: CodeRequest) -> [String] {
    ["\(text.quoted(request.method)),", "\(text.quoted(request.url)),"]
  }

  /// The body in the syntax of both libraries.
  /// - Parameter name: the argument for anything but a form.
  static func body(_ body: CodeBody, as name: String) -> [String] {
    switch body {
    case .none: []
    case .content(let pieces): argument(name, pieces)
    case .form(let parts): ["files=["] + parts.map { "    \(tuple($0))," } + ["],"]
    }
  }

  private static func tuple(_ part: CodePart) -> String {
    let content =
      switch part.content {
      case .text(let content): text.quoted(content)
      case .bytes(let bytes): base64(bytes)
      case .file(let path): "open(\(text.quoted(path)), \"rb\")"
      }
    let values = part.file.map { [text.quoted($0.name), content, text.quoted($0.type)] } ?? ["None", content]
    return "(\(text.quoted(part.name)), (\(values.joined(separator: ", "))))"
  }

  /// Both libraries encode header text as Latin-1, so other text is given as bytes.
  static func value(_ header: CodeHeader) -> String {
    text.quoted(header.value) + (header.isWide ? ".encode()" : "")
  }

  /// The imports, the call with its arguments, and the output.
  static func program(_ request: CodeRequest, library: String, arguments: [String]) -> CodeProgram {
    let start = (request.body.hasBytes ? ["import base64", ""] : []) + ["import \(library)", ""]
    let call = ["response = \(library).request("] + arguments.indented("    ") + [")"]
    return CodeProgram(lines: start + call + ["print(response.status_code)", "print(response.text)"])
  }

  private static func base64(_ bytes: [UInt8]) -> String { "base64.b64decode(\"\(Base64.encode(bytes))\")" }
}

/// Writes a request in Python, with `requests`.
enum PythonRequestsCode {
  static let library = CodeLibrary(
    name: "requests", joinsHeaders: true, hasForms: true, capitalizesMethods: true, urls: .normalized)

  static func write(_ request: CodeRequest) -> CodeProgram {
    let text = PythonText.text
    var arguments = PythonText.start(request)
    if !request.headers.isEmpty {
      let pairs = request.headers.map { "\(text.quoted($0.name)): \(PythonText.value($0))," }
      arguments += ["headers={"] + pairs.indented("    ") + ["},"]
    }
    arguments += PythonText.body(request.body, as: "data")
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

/// Writes a request in Python, with `httpx`.
enum PythonHTTPXCode {
  static let library = CodeLibrary(
    name: "httpx", headerText: .printable, hasForms: true, capitalizesMethods: true, urls: .normalized)

  static func write(_ request: CodeRequest) -> CodeProgram {
    let text = PythonText.text
    var arguments = PythonText.start(request)
    if !request.headers.isEmpty {
      let pairs = request.headers.map { "(\(text.quoted($0.name)), \(PythonText.value($0)))," }
      arguments += ["headers=["] + pairs.indented("    ") + ["],"]
    }
    arguments += PythonText.body(request.body, as: "content")
    if request.followsRedirects { arguments.append("follow_redirects=True,") }
    // The default is five seconds.
    arguments.append("timeout=\(request.timeout.map { "\($0)" } ?? "None"),")
    if !request.verifies { arguments.append("verify=False,") }
    if let proxy = request.proxy {
      arguments.append(proxy.isEmpty ? "trust_env=False," : "proxy=\(text.quoted(proxy)),")
    }
    return PythonText.program(request, library: "httpx", arguments: arguments)
  }
}
