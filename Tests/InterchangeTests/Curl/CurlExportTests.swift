import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@Suite("A request exported as a curl command")
struct CurlExportTests {
  /// The expected request, computed from the definition alone.
  private func expected(_ request: Request, _ server: WireServer) -> WireRequest {
    var headers = request.headers.fields.map { $0.value.isEmpty ? "\($0.name):" : $0.line }
    func has(_ name: String) -> Bool { request.headers[name] != nil }
    if !has("Host") { headers.append("Host: 127.0.0.1:\(server.port)") }
    if !has("Accept-Encoding"), request.options.decompresses ?? true {
      headers.append("Accept-Encoding: \(Self.codings)")
    }
    var body: [UInt8] = []
    if case .bytes(let bytes) = request.body { body = bytes }
    if request.body != .none, !has("Content-Length") { headers.append("Content-Length: \(body.count)") }
    let target = String(request.url.dropFirst(server.origin.count))
    let path = target.hasPrefix("/") ? target : "/" + target
    return WireRequest(line: "\(request.method.rawValue) \(path) HTTP/1.1", headers: headers, body: body)
  }

  /// The content codings that this machine's curl supports.
  private static let codings: String = {
    guard let server = try? WireServer(), let folder = try? TemporaryDirectory("codings"),
      (try? ShellRun("curl --compressed \(server.origin)", in: folder)) != nil
    else { return "" }
    return server.take().first?.values("Accept-Encoding").first ?? ""
  }()

  private func check(
    _ request: Request, _ server: WireServer, location: SourceLocation = #_sourceLocation
  ) throws {
    let command = CurlCommand(request, redaction: .none)
    for shell in ShellRun.shells {
      let folder = try TemporaryDirectory("export")
      let text = command.text(for: shell.name == "bash" ? .bash : .sh)
      let run = try ShellRun(text, shell: shell.path, in: folder)
      let arrived = server.take()
      #expect(arrived.count == 1, "\(run.errors)\n\(text)", sourceLocation: location)
      guard let first = arrived.first else { continue }
      #expect(
        first.canonical() == expected(request, server).canonical(), "\(shell.name): \(text)", sourceLocation: location)
      #expect(folder.files().isEmpty, "something was written: \(text)", sourceLocation: location)
    }
  }

  @Test("An exported command sends the same bytes for every method, with and without a body")
  func methods() throws {
    let server = try WireServer()
    for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "wHat", "M-SEARCH"] {
      try check(
        Request.with {
          $0.host = server.origin
          $0.path = "/a"
          try $0.setMethod(method)
        }, server)
      if method == "HEAD" { continue }
      try check(
        Request.with {
          $0.host = server.origin
          try $0.setMethod(method)
          $0.body = .text("a=b", contentType: nil)
        }, server)
    }
  }

  @Test("An exported command sends headers unchanged: empty, repeated, in any case, none that curl would add")
  func headers() throws {
    let server = try WireServer()
    try check(
      Request.with {
        $0.host = server.origin
        $0.path = "/h?a=[1-3]&b={x,y}"
        $0.encoding = .asTyped
        $0.headers = Headers([
          Header("X-One", "1"), Header("x-two", ""), Header("X-One", "2"), Header("User-Agent", "me"),
          Header("X-Quote", #"it's "so" $HOME `id` \ ! ; & | ("#), Header("Accept-Encoding", "identity"),
        ])
      }, server)
    try check(
      Request.with {
        $0.host = server.origin
        $0.headers = Headers([
          Header("User-Agent", ""), Header("Accept", "*/*"), Header("Host", "elsewhere.test"), Header("Cookie", "a=b"),
          Header("Authorization", "Basic bmFtZTpwYXNz"), Header("Expect", "100-continue"),
        ])
        $0.method = .post
        $0.body = .text("@/etc/passwd", contentType: "application/x-www-form-urlencoded")
      }, server)
  }

  @Test("An exported command leaves dot segments and braces of the URL unchanged")
  func urls() throws {
    let server = try WireServer()
    for path in ["/a/../b/./c", "/%2e%2e/x", "/a//b", "/?", "/a?q={b}&r=[c]", "/a/..", "/~x/*'()!;$&,=@:"] {
      try check(
        Request.with {
          $0.host = server.origin
          $0.path = path
          $0.encoding = .asTyped
        }, server)
    }
  }

  @Test("An exported command sends any body: binary, large, with control characters, empty")
  func bodies() throws {
    let server = try WireServer()
    let bodies: [[UInt8]] = [
      [], Array(0...255), [0], Array("-n %s \\x '\n".utf8), Array("\u{1B}[31m\u{07}\r\n\u{85}\u{7F}'".utf8),
      Array(repeating: UInt8(ascii: "é".unicodeScalars.first == nil ? "e" : "x"), count: 300_000),
      Array("\n\n".utf8), Array("\t@".utf8), Array(repeating: 0xFF, count: 5_000),
    ]
    for body in bodies {
      try check(
        Request.with {
          $0.host = server.origin
          $0.method = .put
          $0.body = .bytes(body, contentType: "application/octet-stream")
        }, server)
    }
  }

  @Test("An exported command writes a form with -F, and the bytes themselves if curl would write others")
  func forms() throws {
    let server = try WireServer()
    let folder = try TemporaryDirectory("parts")
    let file = try folder.write("it's; a \"file\", really.txt", "content\n")
    let values = [
      "plain", "", "a;type=text/html", " leading", "trailing\n", "@file", "<file", "(x", "\"quoted\"", "a\r\nb", "é",
    ]
    var form = Multipart(values.map { Multipart.Part("n", .text($0)) })
    form.parts.append(Multipart.Part("typed", .text("{\"a\": 1;}"), contentType: "application/json"))
    form.parts.append(Multipart.Part("typed", .text("x"), contentType: "text/plain; charset=utf-8"))
    form.parts.append(Multipart.Part("na\"me", .text("x"), headers: Headers([Header("X-Part", "a; \"b\"")])))
    form.append("file", .file(path: file))
    form.append("file", .file(path: file), fileName: "o;t\"her.bin", contentType: "x/y")
    var odd = Multipart([Multipart.Part("a=b", .text("x")), Multipart.Part("", .text("y"))])
    odd.append("f", .data([0, 1, 2, 255]), fileName: "raw.bin", contentType: "a/b")
    odd.append("f", .file(path: file), fileName: "")
    for parts in [form, odd] {
      let request = try Request.with {
        $0.host = server.origin
        $0.method = .post
        $0.body = .multipart(parts)
      }
      let sent = try bytes(of: request)
      for shell in ShellRun.shells {
        let text = CurlCommand(request).text(for: shell.name == "bash" ? .bash : .sh)
        let run = try ShellRun(text, shell: shell.path, in: try TemporaryDirectory("form"))
        let arrived = try #require(server.take().first, "\(run.errors)\n\(text)")
        var wanted = WireRequest(line: arrived.line, headers: arrived.headers, body: sent)
        wanted.headers = wanted.headers.map { line in
          WireRequest.name(of: line) == "content-type" ? "Content-Type: \(request.headers["Content-Type"] ?? "")" : line
        }
        #expect(arrived.canonical() == wanted.canonical(), "\(text)")
      }
    }
  }

  private func bytes(of request: Request) throws -> [UInt8] {
    switch request.body {
    case .bytes(let bytes): bytes
    case .sequence(let pieces):
      try pieces.flatMap { piece in
        switch piece {
        case .bytes(let bytes): bytes
        case .file(let path, _): try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        }
      }
    default: []
    }
  }
}
