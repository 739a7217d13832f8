import Foundation
import TestSupport
import Testing

/// The journeys of linear mode as Fenrir reads them, a screen reader for terminals, to its debugging speech driver.
@Suite("Journeys: linear mode, read by Fenrir", .serialized, .enabled(if: Fenrir.path != nil, "needs Fenrir"))
struct FenrirJourneys {
  @Test("Each step is spoken once", arguments: LinearWalk.all)
  func walk(_ walk: LinearWalk) throws {
    let server = try LinearWalk.server()
    defer { server.stop() }
    let (home, folder) = (try TemporaryDirectory("home"), try walk.folder(server))
    let fenrir = try Fenrir([try Program.path()] + walk.arguments(folder), home: home)
    try fenrir.hear(walk.ready)
    for step in walk.steps {
      // What is typed is echoed as the reader is set.
      guard step.isKey, step.wanted.count > 1 else {
        try fenrir.press(step.keys, show: step.wanted)
        continue
      }
      let times = try fenrir.press(step.keys, hear: step.wanted)
      #expect(times == 1, "\(step) was spoken \(times) times")
    }
    fenrir.end()
  }
}
