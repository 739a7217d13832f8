import Testing
import Workspaces

@testable import Interchange

@Suite("Environments of .http files")
struct HTTPFileEnvironmentTests {
  private func read(_ text: String, beside files: [String: String]) throws -> ImportedCollection {
    let origin = ImportOrigin(fileName: "a.http") { path throws(ImportOrigin.Refusal) in
      guard let text = files[path] else { throw ImportOrigin.Refusal("it is not there") }
      return Array(text.utf8)
    }
    return try ImportFormat.http.read(Array(text.utf8), name: "x", from: origin)
  }

  @Test("Environments beside the file are imported, private values as secrets")
  func beside() throws {
    let imported = try read(
      "GET {{host}}/\n",
      beside: [
        "http-client.env.json":
          "{\"dev\": {\"host\": \"http://h\", \"port\": 80, \"token\": \"-\", \"SSLConfiguration\": {}}}",
        "http-client.private.env.json": "{\"dev\": {\"token\": \"s3cret\"}, \"live\": {\"token\": \"t\"}}",
      ])
    #expect(imported.environments.map(\.name) == ["dev", "live"])
    #expect(
      imported.environments.first?.variables == [
        .init(Row("host", "http://h")), .init(Row("port", "80")), .init(Row("token", "s3cret"), isSecret: true),
      ])
    #expect(imported.environments.last?.variables == [.init(Row("token", "t"), isSecret: true)])
    #expect(imported.notices.map(\.message) == ["not carried over: SSLConfiguration"])
  }

  @Test("The settings of Visual Studio Code give environments and shared variables")
  func settings() throws {
    let settings = """
      {"editor.tabSize": 2, "rest-client.environmentVariables":
        {"$shared": {"version": "v1"}, "local": {"host": "localhost", "path": "{{$shared version}}/a"}}}
      """
    let imported = try read("GET http://{{host}}/\n", beside: [".vscode/settings.json": settings])
    #expect(imported.root.settings.variables == [Row("version", "v1")])
    #expect(
      imported.environments.first?.variables == [.init(Row("host", "localhost")), .init(Row("path", "{{version}}/a"))])
    let alone = try ImportFormat.http.read(Array(settings.utf8), name: "x")
    #expect(ImportFormat.detect(Array(settings.utf8), path: "settings.json") == .http)
    #expect(alone.environments == imported.environments && alone.requests.isEmpty)
  }

  @Test("A variable of the file overrides one of an environment, which is omitted and reported")
  func hidden() throws {
    let imported = try read(
      "@host = http://own\n@host = http://last\n\nGET {{host}}/\n",
      beside: ["http-client.env.json": "{\"dev\": {\"host\": \"http://h\", \"a\": \"b\"}}"])
    #expect(imported.root.settings.variables == [Row("host", "http://last")])
    #expect(imported.environments.first?.variables == [.init(Row("a", "b"))])
    #expect(imported.notices.contains { $0.location == "dev" && $0.message.hasSuffix("left out: host") })
    #expect(imported.notices.contains { $0.location == "@host" })
  }

  @Test("A file with environments only is imported by its name")
  func alone() throws {
    let bytes = Array("{\"dev\": {\"token\": \"t\"}}".utf8)
    #expect(ImportFormat.detect(bytes, path: "a/http-client.private.env.json") == .http)
    let origin = ImportOrigin(fileName: "http-client.private.env.json")
    let imported = try ImportFormat.http.read(bytes, name: "x", from: origin)
    #expect(imported.environments.first?.variables == [.init(Row("token", "t"), isSecret: true)])
  }

  @Test("A broken environment file is reported, and the requests are imported")
  func broken() throws {
    let imported = try read("GET http://h/\n", beside: ["http-client.env.json": "{\"dev\": "])
    #expect(imported.requests.count == 1)
    #expect(imported.notices.contains { $0.location == "http-client.env.json" })
  }
}
