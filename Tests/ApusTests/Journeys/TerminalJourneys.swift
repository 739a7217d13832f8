import Foundation
import TestSupport
import Testing

/// Terminal events: resizing, job control, a crash.
@Suite("Journeys: the terminal", .serialized) struct TerminalJourneys {
  let server: AnsweringServer
  let sample: Sample
  let home: TemporaryDirectory

  init() throws {
    server = try AnsweringServer { _ in Answer.json(#"{"name": "日本 é", "list": [1, 2, {"a": null}]}"#) }
    sample = try Sample(url: server.url, requests: ["echo": Sample.request(name: "Écho 日本")])
    home = try TemporaryDirectory("home")
  }

  private func start(underShell: Bool = false, isAgain: Bool = false) throws -> Journey {
    let journey = try Journey(sample, home: home, underShell: underShell)
    try journey.open("Écho 日本", see: "{{base_url}}/echo")
    // In a later run, the last answer is shown, and may arrive after the URL.
    if isAgain { try journey.see("日本 é") }
    try journey.type("\u{12}", see: "200 OK")
    try journey.see("日本 é")
    // The number of lines ends in a plus until all are counted.
    try journey.see(" 1/10 ")
    return journey
  }

  @Test("Many resizes from 20×5 to 500×200 end in the original screen")
  func sizes() throws {
    let journey = try start()
    try journey.type("\t", see: "use value")
    let before = journey.screen
    for round in 0..<12 {
      journey.resize(columns: 20, rows: 5)
      journey.terminal.type("jk\t\u{1B}[Z")
      journey.resize(columns: round == 6 ? 1 : 500, rows: round == 6 ? 1 : 200)
    }
    journey.resize(columns: 20, rows: 5)
    try journey.wait(for: "a narrow screen") { $0.contains("‹ Response ›") && !$0.contains("Collections") }
    journey.resize(columns: 110, rows: 36)
    try journey.wait(for: "the screen as before:\n\(before)\n") { $0 == before }
    #expect(journey.model.unknown == [])
  }

  @Test("A resize undone before the program notices redraws the whole screen")
  func sizeAndBack() throws {
    let journey = try start()
    let before = journey.screen
    journey.resizeAndBack()
    try journey.wait(for: "the screen as before:\n\(before)\n") { $0 == before }
  }

  @Test("^Z or a signal returns the terminal, and fg restores the whole screen")
  func suspending() throws {
    let journey = try start(underShell: true)
    let before = journey.screen
    journey.terminal.type("\u{1A}")
    #expect(journey.waitForStop())
    #expect(journey.isRestored, "\(journey.model.modes)")
    kill(journey.terminal.process, SIGCONT)
    try journey.wait(for: "the screen as before:\n\(before)\n") { $0 == before }
    #expect(!journey.isRestored)
    kill(-journey.terminal.foreground, SIGTSTP)
    #expect(journey.waitForStop())
    #expect(journey.isRestored)
    // The window shrinks while the program is stopped.
    journey.resize(columns: 80, rows: 24)
    kill(journey.terminal.process, SIGCONT)
    try journey.see("Écho 日本")
    try journey.type("?", see: "type to search")
  }

  /// The number of times that the program has entered the alternate screen.
  private func takings(_ journey: Journey) -> Int {
    String(decoding: journey.terminal.output, as: UTF8.self).split(separator: "\u{1B}[?1049h").count
  }

  @Test("Without a shell, ^Z does not stop the program, because nothing could continue it")
  func alone() throws {
    let journey = try start()
    for _ in 0..<2 {
      let before = takings(journey)
      journey.terminal.type("\u{1A}")
      // Keys typed before the program regains the terminal may be lost.
      try journey.wait(for: "the terminal taken again") { _ in
        takings(journey) > before && journey.screen.contains("200 OK")
      }
    }
    try journey.type("?", see: "type to search")
  }

  @Test("A crash restores the terminal, too", arguments: [SIGSEGV, SIGILL, SIGABRT, SIGTRAP])
  func crashing(signal: Int32) throws {
    let journey = try start()
    kill(journey.terminal.process, signal)
    let status = try journey.end()
    #expect(status & 0x7F == signal)
    #expect(journey.isRestored, "\(journey.model.modes)")
    let folder = "\(home.path)/.local/state/apus/crashes"
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder).first)
    let last = try #require(String(decoding: journey.terminal.output, as: UTF8.self).split(separator: "\r\n").last)
    #expect(last.hasSuffix("is in \(folder)/\(name)"))
    let report = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    #expect(report.hasPrefix("Crash report of apus ") && !report.contains(sample.folder.path))
    #expect(!report.contains("日本") && !report.contains(home.path))
  }

  @Test("A closed terminal ends the program")
  func hangup() throws {
    let journey = try start()
    kill(journey.terminal.process, SIGHUP)
    #expect(try journey.end() == 0)
  }

  @Test("A terminal of 65535×65535 is drawn as far as possible and works", .timeLimit(.minutes(2)))
  func enormous() throws {
    let terminal = try PseudoTerminal(
      try Program.path(), [sample.folder.path], columns: 65_535, rows: 65_535, environment: ["HOME": home.path])
    try terminal.waitForOutput("Collections")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == 0)
  }

  @Test("SIGTERM works while keys arrive faster than they are handled", .timeLimit(.minutes(1)))
  func flooded() throws {
    let journey = try start()
    let keys =
      Array(repeatElement(UInt8(ascii: "j"), count: 4000)) + Array(repeatElement(UInt8(ascii: "k"), count: 4000))
    for _ in 0..<20 { journey.terminal.type(keys) }
    kill(journey.terminal.process, SIGTERM)
    #expect(try journey.end() == 0)
    #expect(journey.isRestored)
  }

  @Test("SIGTERM ends the editor, and then the program", .timeLimit(.minutes(1)))
  func editing() throws {
    let editor = try home.writeProgram("editor", "#!/bin/sh\nprintf 'editing now'\nexec sleep 1000\n")
    let journey = try Journey(sample, home: home, environment: ["EDITOR": editor])
    try journey.open("Écho 日本", see: "{{base_url}}/echo")
    try journey.type("\u{12}", see: "200 OK")
    journey.terminal.type("\t\u{1B}OS")
    try journey.terminal.waitForOutput("editing now")
    kill(journey.terminal.process, SIGTERM)
    #expect(try journey.terminal.waitForEnd() == 0)
  }

  @Test(
    "SIGTERM works at the | prompt, while its command runs, and while waiting for Enter", .timeLimit(.minutes(1)))
  func piping() throws {
    for (command, seen) in [("", nil), ("cat; sleep 1000", "日本"), ("true", "[Enter goes back")] as [(String, String?)] {
      let journey = try start(isAgain: !command.isEmpty)
      try journey.type("\t|", see: "Pipe the body")
      if let seen {
        journey.terminal.type("\(command)\r")
        try journey.terminal.waitForOutput(seen)
      }
      kill(journey.terminal.process, SIGTERM)
      #expect(try journey.terminal.waitForEnd() == 0, "\(command)")
    }
  }
}
