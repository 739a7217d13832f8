import Basics

extension CodeLanguage {
  package static let swift = CodeLanguage(
    "swift", "Swift (URLSession)", library: SwiftCode.library, suffix: ".swift", comment: "//", write: SwiftCode.write)
}

/// A request in Swift, with `URLSession`: a script, on macOS and Linux.
enum SwiftCode {
  static let library = CodeLibrary(
    name: "URLSession", joinsHeaders: true, headerText: .printable, addedType: "application/x-www-form-urlencoded",
    bodilessMethods: ["GET", "HEAD"], urls: .encoded, lacks: [.proxy])
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
    // Many joined by an operator take the compiler long.
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
