import TestSupport
import Testing

@Suite("References in an untrusted collection") struct ForeignReferenceTests {
  @Test("A request outside the collection is never sent for its answer", arguments: ["absolute", "sibling"])
  func outside(kind: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try TemporaryDirectory("foreign")
    let login = "info: {name: Login, type: http}\nhttp:\n  method: POST\n  url: '{{base}}/login'\n"
    try folder.write("mine/login.yml", login)
    try folder.write("w/a/opencollection.yml", "info: {name: A}\n")
    try folder.write("w/a/login.yml", login)
    let collection = "info: {name: B}\nrequest:\n  variables:\n    - {name: base, value: '\(server.url)'}\n"
    try folder.write("w/b/opencollection.yml", collection)
    try folder.write("w/b/in/login.yml", login)
    let named = ["absolute": folder.path("mine/login"), "sibling": folder.path("w/a/login")][kind] ?? ""
    for (name, path) in [("bad", named), ("good", "in/login")] {
      let url = "\(server.url)/x?{{\(path) | status}}"
      try folder.write("w/b/\(name).yml", "info: {name: R, type: http}\nhttp:\n  method: GET\n  url: '\(url)'\n")
    }
    let program = Program(in: folder.path("w"))
    let refused = try await program.run("send", "b/bad")
    #expect(refused.status == 4 && refused.error.contains("there is no such request"), "\(refused.error)")
    #expect(server.requests.isEmpty)
    let sent = try await program.run("send", "b/good")
    #expect(sent.status == 0, "\(sent.error)")
    #expect(server.requests.map(\.target) == ["/login", "/x?200"])
  }
}
