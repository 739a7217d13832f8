import Foundation
import TestSupport
import Testing

@Suite struct OpenAPIImportTests {
  private static let head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"

  @Test("A document without a server contacts nobody: the send names the missing variable, and then uses it")
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

  @Test("Files next to the document are read, also through links; files outside its folder are named but not read")
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
      let warnings = made.error.split(separator: "\n").filter {
        $0.contains("references to other files are left out: ")
      }
      #expect(warnings.count == 1, "\(made.error)")
      for reason in [
        "out.yaml (a link points outside the source's folder)", "away/secret.yaml (a link points outside",
        "pipe.yaml (not a regular file)",
      ] {
        #expect(warnings.allSatisfy { $0.contains(reason) }, "\(warnings)")
      }
    }
  }

  @Test func `A reference may reach the outermost folder that the command names.`() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("secret.yaml", "p: {name: leaked, in: query}\n")
    try folder.write("specs/common/parameters.yaml", "p: {name: beside, in: query}\n")
    let references = ["../common/parameters.yaml#/p", "../../secret.yaml#/p"].map { "{$ref: '\($0)'}" }
    try folder.write(
      "specs/v1/api.yaml", Self.head + "paths: {/a: {get: {parameters: [\(references.joined(separator: ", "))]}}}\n")
    for source in ["specs/v1/api.yaml", "./specs/v1/api.yaml", "\(folder.path)/specs/v1/api.yaml"] {
      let made = try await Program(in: folder.path).run("import", source, "--json")
      #expect(made.text.contains("\"beside\"") && !made.text.contains("leaked"), "\(source): \(made.text)")
      #expect(made.error.contains("../../secret.yaml (it points outside the source's folder)"), "\(made.error)")
    }
    // Only the spec's own folder is named here.
    let near = try await Program(in: folder.path("specs")).run("import", "v1/api.yaml", "--json")
    #expect(!near.text.contains("\"beside\"") && near.error.contains("references to other files are left out: "))
  }

  @Test("A broken document is reported with its own error, not as an unknown format")
  func broken() async throws {
    let text = "swagger: '2.0'\npaths: {}\npaths: {}\n"
    let result = try await Program().run("import", "-", input: Array(text.utf8))
    #expect(result.status == 1 && result.error.contains("line 3"), "\(result.error)")
  }
}
