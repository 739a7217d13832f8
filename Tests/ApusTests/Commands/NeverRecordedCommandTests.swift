import TestSupport
import Testing

@Suite("A request that is never recorded, on the command line") struct NeverRecordedCommandTests {
  @Test("Send and run --history record other requests but not this one")
  func never() async throws {
    let server = try AnsweringServer { _ in Answer.json("{\"id\": 7}") }
    defer { server.stop() }
    let sample = try Sample(
      url: server.url,
      requests: [
        "off": Sample.request() + "\nsettings:\n  history: off\n", "on": Sample.request(seq: 2),
        "folder/in": Sample.request(seq: 3),
      ])
    try sample.folder.write(
      "folder/folder.yml", "info:\n  name: Folder\n  type: folder\n\nextensions:\n  apus:\n    history: off\n")
    for request in ["off", "on", "folder/in"] {
      let sent = try await sample.program.run("send", request, "-e", "local")
      #expect(sent.status == 0 && sent.error.isEmpty, "\(sent.error)")
    }
    let listed = try await sample.program.run("history", "list", "--json").json()
    #expect(listed.array.count == 1)
    let run = try await sample.program.run("run", "-e", "local", "--history")
    #expect(run.status == 0, "\(run.text)")
    #expect(server.requests.count == 6)
    #expect(try await sample.program.run("history", "list", "--json").json().array.count == 2)
  }
}
