import DemoServer
import Foundation
import TestSupport
import Testing

/// The walk of somebody who has never seen Apus, against the demo server, in at most 20 seconds.
///
/// `Scripts/record` names the file to write it to; without that the walk is only checked.
@Suite(.serialized) struct NewcomerRecordingTests {
  private let columns = 100
  private let rows = 30

  @Test func `The newcomer's walk works, is short, and a viewer sees what was on the screen.`() async throws {
    let server = try await DemoServer.start()
    let home = try TemporaryDirectory("home")
    let folder = try demo(at: server.url)
    let journey = try Journey(
      [try Program.path(), folder.path("demo"), "--env", "local"], home: home, columns: columns, rows: rows,
      environment: ["COLORTERM": "truecolor"])
    var recording = Recording(journey, columns: columns, rows: rows)
    try walk(&recording, server.url)
    let text = try recording.text(title: "Apus, the first 20 seconds")

    var model = TerminalModel(columns: columns, rows: rows)
    let temporary = String(folder.path.split(separator: "/").last ?? "")
    for event in recording.events {
      model.feed(Array(event.text.utf8)[...])
      #expect(model.text.contains("demo") && !model.text.contains(temporary))
    }
    #expect(model.text == journey.screen)
    #expect(model.modes == [25] || model.modes == [], "\(model.modes)")
    let times = recording.events.map(\.time)
    #expect(times == times.sorted() && recording.time <= 20, "\(recording.time)")
    for line in text.split(separator: "\n") {
      _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
    }
    try journey.quit()
    await server.stop()
    guard let path = ProcessInfo.processInfo.environment["APUS_RECORDING"] else { return }
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  /// Opens a request, sends it, takes a value, filters, pastes a cURL command, looks at the history.
  private func walk(_ recording: inout Recording, _ url: String) throws {
    try recording.press("", after: 0, see: "Users")
    try recording.press("\u{07}", after: 1.2, see: "Jump to a request")
    try recording.type("get user")
    try recording.press("\r", after: 0.5, see: "{{base_url}}/users/:id")
    try recording.press("\u{12}", after: 1.0, see: "200 OK")
    try recording.press("\t", after: 1.2, see: "value")
    try recording.press("jj", after: 0.6, see: "200 OK")
    try recording.press(".", after: 0.6, see: "Copy the value")
    try recording.press("\u{1B}", after: 1.4, see: "200 OK")
    try recording.press("\u{0F}", after: 0.8, see: "Type a URL")
    try recording.paste(
      "curl \(url)/echo -H 'X-From: Apus' -d '{\"hello\": \"world\"}'", after: 0.8, see: "/echo")
    try recording.press("\r", after: 1.2, see: "200 OK")
    try recording.press("H", after: 1.8, see: "2 exchanges")
    try recording.press("j", after: 0.8, see: "/users/42")
    recording.wait(1.5)
    recording.record()
  }

  /// A folder with `demo`, a copy of the demo workspace whose local environment is the server; a viewer sees its name.
  private func demo(at url: String) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory("demo")
    let source = Repository.root.appending(path: "Workspaces/demo")
    let names = FileManager.default.enumerator(atPath: source.path)?.compactMap { $0 as? String } ?? []
    for name in names where name.hasSuffix(".yml") {
      let text = try String(contentsOf: source.appending(path: name), encoding: .utf8)
      try folder.write("demo/\(name)", text.replacing("http://127.0.0.1:4010", with: url))
    }
    return folder
  }
}
