import Basics

extension CodeLanguage {
  package static let swiftNetworking = CodeLanguage(
    "swift-networking", "Swift (Networking)", library: SwiftNetworkingCode.library, suffix: ".swift", comment: "//",
    write: SwiftNetworkingCode.write)
}

/// A request in Swift, with the library that Apus itself sends with.
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
      changes += ["$0.body = .multipart(", "  Multipart(["] + parts.map { "    \(part($0))," } + ["  ]))"]
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
        "print(try response.text())",
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
    guard let file = part.file else { return ".init(\(name), \(content))" }
    return ".init(\(name), \(content), fileName: \(text.quoted(file.name)), contentType: \(text.quoted(file.type)))"
  }
}
