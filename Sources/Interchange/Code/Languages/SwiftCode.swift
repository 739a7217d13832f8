import Basics
import SessionModel

/// Writes a request in Swift, with `URLSession`: a script for macOS and Linux.
enum SwiftCode {
  static let library = CodeLibrary(
    name: "URLSession", joinsHeaders: true, headerText: .printable, addedType: "application/x-www-form-urlencoded",
    bodilessMethods: ["GET", "HEAD"], urls: .encoded, limitations: [.proxy])
  private static let text = CodeText(escape: .braces)

  static func write(_ request: CodeRequest) -> CodeProgram {
    var lines = [
      "import Foundation", "#if canImport(FoundationNetworking)", "import FoundationNetworking", "#endif", "",
    ]
    lines += delegate(request)
    lines += [
      "var request = URLRequest(url: URL(string: \(text.quoted(request.url)))!)",
      "request.httpMethod = \(text.quoted(request.method))",
    ]
    lines += request.headers.map {
      "request.setValue(\(text.quoted($0.value)), forHTTPHeaderField: \(text.quoted($0.name)))"
    }
    lines += body(request.body.pieces)
    if let timeout = request.timeout { lines.append("request.timeoutInterval = \(timeout)") }
    let needsDelegate = !request.followsRedirects || !request.verifies
    let session =
      needsDelegate
      ? "URLSession(configuration: .ephemeral, delegate: Delegate(), delegateQueue: nil)" : "URLSession.shared"
    return CodeProgram(
      lines: lines + [
        "let (data, response) = try await \(session).data(for: request)",
        "if let response = response as? HTTPURLResponse { print(response.statusCode) }",
        "print(String(decoding: data, as: UTF8.self))",
      ], notices: request.verifies ? [] : ["URLSession always verifies certificates on Linux"])
  }

  private static func delegate(_ request: CodeRequest) -> [String] {
    let redirects = [
      "  func urlSession(",
      "    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,",
      "    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void",
      "  ) { completionHandler(nil) }",
    ]
    let trust = [
      "  #if !canImport(FoundationNetworking)",
      "  func urlSession(",
      "    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge",
      "  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {",
      "    (.useCredential, challenge.protectionSpace.serverTrust.map { URLCredential(trust: $0) })",
      "  }",
      "  #endif",
    ]
    let functions = (request.followsRedirects ? [] : redirects) + (request.verifies ? [] : trust)
    guard !functions.isEmpty else { return [] }
    return ["final class Delegate: NSObject, URLSessionTaskDelegate {"] + functions + ["}", ""]
  }

  private static func body(_ pieces: [CodePiece]) -> [String] {
    guard !pieces.isEmpty else { return [] }
    guard pieces.count == 1 else {
      return ["var body = Data()"] + pieces.map { "body += \(data($0))" } + ["request.httpBody = body"]
    }
    guard case .text(let content) = pieces[0], case let lines = text.lines(content), lines.count > 1 else {
      return ["request.httpBody = \(data(pieces[0]))"]
    }
    // The compiler is slow with many operands of one operator.
    return ["request.httpBody = Data(["] + lines.map { "  \($0)," } + ["].joined().utf8)"]
  }

  private static func data(_ piece: CodePiece) -> String {
    switch piece {
    case .text(let content): "Data(\(text.quoted(content)).utf8)"
    case .bytes(let bytes): "Data(base64Encoded: \"\(Base64.encode(bytes))\")!"
    case .file(let path): "try Data(contentsOf: URL(fileURLWithPath: \(text.quoted(path))))"
    }
  }
}

/// Writes a request in Swift, with the library that Apus itself uses.
enum SwiftNetworkingCode {
  static let library = CodeLibrary(name: "Networking", hasForms: true)
  private static let text = CodeText(escape: .braces)

  static func write(_ request: CodeRequest) -> CodeProgram {
    var changes = ["try $0.setMethod(\(text.quoted(request.method)))"]
    changes += request.headers.map { "$0.headers.append(\(text.quoted($0.name)), \(text.quoted($0.value)))" }
    switch request.body {
    case .none: break
    case .content(let pieces): changes += body(pieces)
    case .form(let parts):
      changes += ["var form = Multipart()"] + parts.map { "form.append(\(part($0)))" } + ["$0.body = .multipart(form)"]
    }
    if let limit = request.milliseconds { changes.append("$0.options.totalTimeout = .milliseconds(\(limit))") }
    if !request.followsRedirects { changes.append("$0.options.redirects = .init(follows: false)") }
    if !request.verifies { changes.append("$0.options.tls = .init(verifies: false)") }
    if let proxy = request.proxy { changes.append("$0.options.proxy = \(text.quoted(proxy))") }
    let needsFoundation = request.body.hasBytes || request.body.pieces.count > 1 && request.body.hasFiles
    let imports = (needsFoundation ? ["import Foundation"] : []) + ["import Networking", ""]
    let url = "RequestConfig(url: \(text.quoted(request.url)), encoding: .verbatim)"
    return CodeProgram(
      lines: imports + ["let request = try Request.with(\(url)) {"] + changes.indented("  ") + [
        "}",
        "let response = try await Client().response(for: request)",
        "print(response.status)",
        "print(response.text())",
      ])
  }

  private static func body(_ pieces: [CodePiece]) -> [String] {
    guard pieces.count == 1 else {
      return ["var body: [UInt8] = []"] + pieces.map { "body += \(bytes($0))" } + ["$0.body = .bytes(body)"]
    }
    switch pieces[0] {
    case .file(let path): return ["$0.body = .file(\(text.quoted(path)))"]
    case .bytes: return ["$0.body = .bytes(\(bytes(pieces[0])))"]
    case .text(let content):
      let lines = text.lines(content)
      guard lines.count > 1 else { return ["$0.body = .text(\(lines[0]), contentType: nil)"] }
      return ["$0.body = .text(", "  ["] + lines.map { "    \($0)," } + ["  ].joined(), contentType: nil)"]
    }
  }

  private static func bytes(_ piece: CodePiece) -> String {
    switch piece {
    case .text(let content): "Array(\(text.quoted(content)).utf8)"
    case .bytes(let bytes): "Array(Data(base64Encoded: \"\(Base64.encode(bytes))\")!)"
    case .file(let path): "Array(try Data(contentsOf: URL(fileURLWithPath: \(text.quoted(path)))))"
    }
  }

  private static func part(_ part: CodePart) -> String {
    let name = text.quoted(part.name)
    let content =
      switch part.content {
      case .text(let content): ".text(\(text.quoted(content)))"
      case .bytes: ".data(\(bytes(part.content)))"
      case .file(let path): ".file(path: \(text.quoted(path)))"
      }
    guard let file = part.file else { return "\(name), \(content)" }
    return "\(name), \(content), fileName: \(text.quoted(file.name)), contentType: \(text.quoted(file.type))"
  }
}
