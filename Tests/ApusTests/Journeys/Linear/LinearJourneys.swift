import Foundation
import TestSupport
import Testing

/// Linear mode in the real program, on a terminal that supports only lines.
@Suite("Journeys: linear mode", .serialized) struct LinearJourneys {
  let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory("home") }

  @Test("Each step is announced once, in lines that a simple terminal can show", arguments: LinearWalk.all)
  func walk(_ walk: LinearWalk) throws {
    let server = try LinearWalk.server()
    defer { server.stop() }
    let folder = try walk.folder(server)
    let journey = try LinearJourney([try Program.path()] + walk.arguments(folder), home: home)
    try journey.wait(for: walk.ready)
    for step in walk.steps {
      let said = try journey.press(step.keys, until: step.wanted)
      let times = said.count { $0.contains(step.wanted) }
      #expect(!step.isKey || times == 1, "\(step) was said \(times) times: \(said)")
      if let later = step.later { try journey.wait(for: later) }
    }
    #expect(try journey.quit() == 0)
    #expect(journey.faults == [])
    #expect(journey.isRestored)
    let repeated = zip(journey.lines, journey.lines.dropFirst()).filter { $0 == $1 && !$0.isEmpty }
    #expect(repeated.map(\.0) == [])
  }

  @Test func `On 40 columns no line is cut or too wide, also after resizing.`() throws {
    let server = try LinearWalk.server()
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["echo": Sample.request(name: "Echo")])
    let command = [try Program.path(), "--linear", sample.folder.path, "--env", "local"]
    let journey = try LinearJourney(command, home: home, columns: 40)
    try journey.wait(for: "Collections, row 1 of")
    try journey.press("\u{1B}h", until: "help")
    #expect(journey.lines.allSatisfy { $0.count < 40 }, "\(journey.lines)")
    let narrow = journey.lines.count
    journey.terminal.resize(columns: 120, rows: 50)
    try journey.press("j", until: "row 2")
    // The signal and the keys arrive independently: repeated requests eventually see the new width.
    let limit = ContinuousClock.now + .seconds(60)
    repeat {
      try journey.press("\u{1B}h", until: "help")
    } while !journey.lines[narrow...].contains { $0.count > 60 } && ContinuousClock.now < limit
    #expect(journey.lines[narrow...].contains { $0.count > 60 && $0.count < 120 }, "\(journey.lines)")
    #expect(journey.faults == [])
    try journey.quit()
  }

  @Test func `Suspending returns the terminal, and fg announces the position.`() throws {
    let server = try LinearWalk.server()
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["echo": Sample.request(name: "Echo")])
    let journey = try LinearJourney(sample, home: home, underShell: true)
    journey.terminal.type("\u{1A}")
    #expect(journey.terminal.waitForStop())
    #expect(journey.isRestored)
    journey.take()
    kill(journey.terminal.process, SIGCONT)
    try journey.wait(for: "Workspace Sample, environment local")
    try journey.press("j", until: "row 2")
    #expect(journey.faults == [])
    #expect(try journey.quit() == 0)
  }

  @Test(arguments: [SIGHUP, SIGTERM])
  func `A closed terminal ends the program, and the draft is restored at the next start.`(signal: Int32) throws {
    let sample = try Sample(url: "http://127.0.0.1:9", requests: ["echo": Sample.request(name: "Echo")])
    let journey = try LinearJourney(sample, home: home)
    try journey.press("\u{7}Echo", until: "Echo")
    try journey.press("\r", until: "Request Echo")
    try journey.press("\u{C}", until: "Edit URL")
    try journey.press("/kept", until: "/kept")
    kill(journey.terminal.process, signal)
    #expect(try journey.end() == 0)
    #expect(journey.isRestored)
    let next = try LinearJourney(sample, home: home)
    try next.press("\u{7}Echo", until: "Echo")
    try next.press("\r", until: "Request Echo, Params")
    try next.press("\u{1B}[A", until: "{{base_url}}/echo/kept")
    try next.quit()
  }

  @Test func `A pipe as standard output is rejected on one line.`() async throws {
    for arguments in [["--linear"], ["open", "--linear", "."]] {
      let result = try await Program().run(arguments)
      #expect(result.status == 2 && result.text.isEmpty)
      #expect(result.error.split(separator: "\n").count == 1 && result.error.contains("not a terminal"))
    }
  }

  @Test func `The settings enable linear mode, and changes to them apply.`() throws {
    let sample = try Sample(url: "http://127.0.0.1:9", requests: ["echo": Sample.request(name: "Echo")])
    try home.write(".config/apus/config.yml", "accessibility: { linear: true }\n")
    let journey = try LinearJourney(
      [try Program.path(), sample.folder.path], home: home, environment: ["NO_COLOR": "1"])
    try journey.wait(for: "Apus, linear mode.")
    try journey.wait(for: "Collections, row 1 of")
    try home.write(".config/apus/config.yml", "accessibility: { linear: true, anounce: false }\n")
    try journey.wait(for: "there is no setting `accessibility.anounce`; did you mean `announce`?")
    try home.write(".config/apus/config.yml", "accessibility: { linear: false }\n")
    try journey.wait(for: "accessibility.linear takes effect at the next start")
    #expect(journey.faults == [])
    #expect(try journey.quit() == 0)
  }

  @Test func `Server text is announced as plain text, in ASCII if the locale has no more.`() throws {
    let evil = "{\"a\": \"x\u{1B}]0;owned\u{7}\u{202E}y\u{9B}2J é\"}"
    let server = try AnsweringServer { _ in Answer.json(evil) }
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["echo": Sample.request(name: "Echo \u{202E}x")])
    let journey = try LinearJourney(sample, home: home, environment: ["LC_ALL": "C"])
    try journey.press("\u{7}Echo", until: "Echo")
    try journey.press("\r", until: "Request Echo")
    try journey.press("\u{12}", until: "Body, ")
    try journey.press("\u{1B}l", until: "owned")
    #expect(journey.faults == [])
    #expect(journey.terminal.output.allSatisfy { $0 < 0x7F })
    try journey.quit()
  }
}
