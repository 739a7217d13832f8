import Foundation
import TestSupport
import Testing

/// A newcomer's session (`NewcomerWalk`), in about twenty seconds.
///
/// `Scripts/record` sets the output file; without one the session is only checked.
@Suite(.serialized) struct NewcomerRecordingTests {
  private let columns = 120
  private let rows = 34
  private let longest = 22.0

  @Test func `The newcomer's walk works, is short, and its recording shows the screen.`() throws {
    let server = try NewcomerWalk.server()
    let (home, folder) = (try TemporaryDirectory("home"), try TemporaryDirectory("newcomer"))
    // Viewers see the folder's name.
    try FileManager.default.createDirectory(atPath: folder.path("shop"), withIntermediateDirectories: true)
    let journey = try Journey(
      [try Program.path(), folder.path("shop")], home: home, columns: columns, rows: rows,
      environment: ["COLORTERM": "truecolor"])
    var recording = Recording(journey, columns: columns, rows: rows)
    try walk(&recording, server.url)
    let text = try recording.text(title: "Apus, the first twenty seconds")

    var model = TerminalModel(columns: columns, rows: rows)
    let temporary = String(folder.path.split(separator: "/").last ?? "")
    for event in recording.events {
      model.feed(Array(event.text.utf8)[...])
      // The question contains the full path of the collection.
      let isAsked = model.text.contains("Before sending")
      #expect(model.text.contains("shop") && (isAsked || !model.text.contains(temporary)))
    }
    #expect(model.text == journey.screen)
    #expect(model.modes == [25] || model.modes == [], "\(model.modes)")
    let times = recording.events.map(\.time)
    #expect(times == times.sorted() && recording.time <= longest, "\(recording.time)")
    for line in text.split(separator: "\n") {
      _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
    }
    try journey.quit()
    server.stop()
    guard let path = ProcessInfo.processInfo.environment["APUS_RECORDING"] else { return }
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private func walk(_ recording: inout Recording, _ url: String) throws {
    try recording.press("", after: 0, see: #"POST URL {"name": "value"}"#)
    for step in NewcomerWalk(url).steps {
      switch step {
      case .press(let key, let offer, let wanted):
        try recording.journey.see(offer)
        try recording.press(key, after: 0.55, see: wanted)
      case .type(let text, let wanted):
        try recording.type(text, after: 0.4)
        if let wanted { try recording.press("", after: 0, see: wanted) }
      case .gone(let text):
        try recording.journey.seeGone(text)
        recording.record()
      }
    }
    recording.wait(1.5)
    recording.record()
  }
}
