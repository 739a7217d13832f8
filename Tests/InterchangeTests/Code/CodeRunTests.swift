import Foundation
import HTTPTypes
import Interchange
import Networking
import TestSupport
import Testing

/// The programs are run, and what arrives is compared with what Apus itself sends.
@Suite("Code that is run", .serialized) struct CodeRunTests {
  /// How each language is run; `nil` if it is not installed here.
  private static func command(_ language: CodeLanguage) -> String? {
    guard let (file, check) = runs[language] else { return nil }
    guard let folder = try? TemporaryDirectory("languages") else { return nil }
    return (try? ShellRun(check, in: folder))?.status == 0 ? file : nil
  }

  /// How a program is run, and how to see whether it can be.
  private static let runs: [CodeLanguage: (command: String, check: String)] = [
    .python: ("python3 x.py", "python3 -c 'import requests'"),
    .javascript: (
      "node x.mjs", "node -e 'process.exit(Number(process.versions.node.split(\".\")[0]) < 20 ? 1 : 0)'"
    ),
    .go: ("go run x.go", "go version"),
  ]
  private static let installed = CodeLanguage.all.filter { command($0) != nil }
  /// Kept beside what else was built: Go compiles its whole library for a first program.
  private static let compiled = URL(fileURLWithPath: #filePath)
    .appending(path: "../../../../.build/go").standardizedFileURL.path
  private static let reason: Comment = "none of Python with requests, Node 20 and Go is installed"

  private func arrived(
    _ language: CodeLanguage, _ config: RequestConfig, at server: WireServer, in folder: TemporaryDirectory
  ) async throws -> (code: WireRequest, own: WireRequest) {
    let request = try Request.with(config)
    let own = try #require(try await WireClient(server).send(request).first)
    let program = language.program(for: request, .none)
    try folder.write("x\(language.suffix)", program.text)
    let run = try ShellRun(
      Self.command(language) ?? "false", in: folder, variables: ["GOCACHE": Self.compiled, "NO_PROXY": "*"])
    #expect(run.status == 0, "\(run.errors)\n\(program.text)")
    return (try #require(server.take().first, "\(program.text)"), own)
  }

  @Test func `Every language is run somewhere.`() {
    #expect(CodeLanguage.all.allSatisfy { Self.runs[$0] != nil })
  }

  @Test(.enabled(if: !installed.isEmpty, reason), arguments: installed)
  func `Method, path, headers and body arrive as Apus sends them.`(language: CodeLanguage) async throws {
    let server = try WireServer()
    let folder = try TemporaryDirectory("code")
    let binary = [UInt8](0...255)
    try folder.write("sent.bin", "file \"content\"\n")
    let text = "plain \\ \"quoted\" 'single' `tick` ${x} \u{1F600}\u{7}\r\n"
    let bodies: [RequestConfig.Body?] = [
      nil, .text(text), .text("two\nlines\n"), .bytes(binary, contentType: "application/octet-stream"),
      .file(folder.path("sent.bin")),
    ]
    for body in bodies {
      var config = RequestConfig(host: server.origin)
      config.path = "/a%20b/\u{FC}"
      config.query.append("q", "x y&z")
      config.method = body == nil ? .delete : .put
      if let body { config.body = body }
      config.headers = Headers([Header("X-Quoted", "a \"b\" \\ c"), Header("X-Other", "1")])
      let (code, own) = try await arrived(language, config, at: server, in: folder)
      #expect(code.line == own.line)
      #expect(code.body == own.body)
      for name in ["X-Quoted", "X-Other", "Content-Type"] { #expect(code.values(name) == own.values(name), "\(name)") }
    }
  }

  @Test(.enabled(if: !installed.isEmpty, reason), arguments: installed)
  func `A form with a file arrives part by part.`(language: CodeLanguage) async throws {
    let server = try WireServer()
    let folder = try TemporaryDirectory("code")
    try folder.write("sent.txt", "file content\n")
    var config = RequestConfig(host: server.origin)
    config.path = "/upload"
    config.method = .post
    var form = Multipart()
    form.parts = [
      Multipart.Part("a", .text("one \"1\"")), Multipart.Part("raw", .data([0, 255, 10]), fileName: "raw.bin"),
      Multipart.Part("f", .file(path: folder.path("sent.txt")), fileName: "other.txt", contentType: "text/x-own"),
    ]
    config.body = .multipart(form)
    let (code, own) = try await arrived(language, config, at: server, in: folder)
    for request in [code, own] {
      let text = String(decoding: request.body, as: UTF8.self)
      for words in [
        "name=\"a\"", "one \"1\"", "name=\"raw\"; filename=\"raw.bin\"", "filename=\"other.txt\"", "text/x-own",
        "file content\n",
      ] {
        #expect(text.contains(words), "\(text)")
      }
      #expect(request.body.firstRange(of: [0, 255, 10]) != nil)
    }
  }
}
