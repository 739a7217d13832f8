import Foundation
import TestSupport
import Testing

@Suite struct OpenAPIImportTests {
  private static let head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"

  @Test("A document without a server contacts nobody: the send says what to set, and then sends there")
  func noServer() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    let text = Self.head + "paths: {/pets: {get: {}}}\n"
    let written = try await program.run("import", "-", input: Array(text.utf8))
    #expect(written.status == 0 && written.error.contains("baseUrl is empty"), "\(written.error)")
    let path = String(try #require(written.lines.first))
    let refused = try await program.run("send", path)
    #expect(refused.status != 0 && refused.error.contains("{{baseUrl}} is empty; set it to an address"))
    #expect(refused.error.split(separator: "\n").count == 1, "\(refused.error)")
    let sent = try await program.run("send", path, "--var", "baseUrl=\(server.url)")
    #expect(sent.status == 0, "\(sent.error)")
    #expect(server.requests.map(\.target) == ["/pets"])
  }

  @Test("Files beside the document are read, also through links; what leads out of its folder is named and not read")
  func files() async throws {
    let outside = try TemporaryDirectory()
    try outside.write("secret.yaml", "s: {name: leaked, in: query}\n")
    let folder = try TemporaryDirectory()
    try folder.write("api/parts/parameters.yaml", "p: {name: beside, in: query}\n")
    let references = [
      "parts/parameters.yaml#/p", "inside.yaml#/p", "out.yaml#/s", "away/secret.yaml#/s", "pipe.yaml#/s",
    ]
    let list = references.map { "{$ref: '\($0)'}" }.joined(separator: ", ")
    try folder.write("api/api.yaml", Self.head + "paths: {/a: {get: {parameters: [\(list)]}}}\n")
    let api = folder.path + "/api"
    let links = [
      ("inside.yaml", "parts/parameters.yaml"), ("out.yaml", outside.path + "/secret.yaml"), ("away", outside.path),
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(atPath: "\(api)/\(name)", withDestinationPath: target)
    }
    #expect(mkfifo("\(api)/pipe.yaml", 0o600) == 0)
    for source in ["api.yaml", "\(api)/api.yaml"] {
      let made = try await Program(in: api).run("import", source, "--json")
      #expect(made.status == 0, "\(made.error)")
      #expect(made.text.contains("\"beside\"") && !made.text.contains("leaked"), "\(made.text)")
      #expect(made.error.contains("references to out.yaml are left out: a link leads out of the folder of the source"))
      #expect(made.error.contains("references to away/secret.yaml are left out: a link leads out"))
      #expect(made.error.contains("references to pipe.yaml are left out: not a regular file"), "\(made.error)")
    }
  }

  @Test("A document that is broken is told by its own fault, not as a file of no format")
  func broken() async throws {
    let text = "swagger: '2.0'\npaths: {}\npaths: {}\n"
    let result = try await Program().run("import", "-", input: Array(text.utf8))
    #expect(result.status == 1 && result.error.contains("line 3"), "\(result.error)")
  }
}
