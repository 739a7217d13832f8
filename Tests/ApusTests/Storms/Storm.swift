import Foundation
import Synchronization
import TestSupport
import Workspaces

/// Commands and a screen writing to one workspace concurrently while many of them are killed at random moments; records
/// the acknowledged writes.
///
/// A command acknowledges by exiting with 0; a save or a change of preferences, by the screen's message. The screen
/// saves drafts silently, so a draft counts once another program sees it in the journal.
final class Storm {
  enum Kind: String, CaseIterable {
    case variable, secret, consent, exchange, imported, saved, renamed, preference, draft
  }

  struct Write {
    var kind: Kind
    /// The text to look for afterwards.
    var text: String
  }

  private(set) var acknowledged: [Write] = []
  let sample: Sample
  let home: TemporaryDirectory
  private let round: Int
  private let url: String
  private var random: SeededGenerator
  private var program: Program

  init(_ round: Int, url: String) throws {
    self.round = round
    self.url = url
    random = SeededGenerator(seed: UInt64(round))
    home = try TemporaryDirectory("home")
    sample = try Sample(
      url: url,
      requests: [
        "keep": Sample.request(name: "Keep"), "rest": Sample.request(name: "Rest"), "name": Sample.request(name: "Old"),
      ])
    let secrets = (0..<4).map { "  - secret: true\n    name: s\($0)\n" }.joined()
    try sample.folder.write("environments/many.yml", "name: many\nvariables:\n\(secrets)")
    for number in 0..<2 {
      let text = "variables:\n  - secret: true\n    name: s\n    command: echo number-\(number)-\n"
      try sample.folder.write("environments/e\(number).yml", text)
      try home.write("curl\(number)", "curl http://h/imported-\(number)-x")
    }
    program = sample.program
    program.variables["HOME"] = home.path
  }

  /// A text that no other round uses.
  private func text(_ kind: Kind, _ number: Int = 0) -> String { "\(kind.rawValue)\(round)x\(number)x" }

  private func commands() -> [(arguments: [String], writes: [Write])] {
    var all: [(arguments: [String], writes: [Write])] = []
    for number in 0..<4 {
      let (plain, secret) = (text(.variable, number), text(.secret, number))
      all.append(
        (
          ["env", "set", "many", "p\(number)=\(plain)", "s\(number)=\(secret)"],
          [Write(kind: .variable, text: plain), Write(kind: .secret, text: secret)]
        ))
    }
    for number in 0..<2 {
      all.append((["env", "allow", "e\(number)", "--yes"], [Write(kind: .consent, text: "echo number-\(number)-")]))
      let imported = Write(kind: .imported, text: "http://h/imported-\(number)-x")
      all.append((["import", home.path("curl\(number)"), "--from", "curl", "--into", "."], [imported]))
    }
    for number in 0..<3 {
      let name = text(.exchange, number)
      all.append((["send", "\(url)/\(name)"], [Write(kind: .exchange, text: name)]))
    }
    return all.shuffled(using: &random)
  }

  /// Starts everything, and returns after all of it has ended.
  func rage() async throws {
    let commands = commands()
    let running = try commands.map { try program.start($0.arguments) }
    for victim in running where Int.random(in: 0..<5, using: &random) < 2 {
      // The moment must be random, so there is no event to wait for.
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int.random(in: 1...500, using: &random))) {
        victim.kill()
      }
    }
    try screen()
    for (index, writer) in running.enumerated() where await writer.result().status == 0 {
      acknowledged += commands[index].writes
    }
  }

  // MARK: The screen

  /// Kills a screen at a random moment, or at the end if it has survived until then.
  private final class Victim: Sendable {
    private let process: Mutex<pid_t?>
    init(_ process: pid_t) { self.process = Mutex(process) }

    var isDead: Bool { process.withLock { $0 == nil } }

    func kill() {
      process.withLock { process in
        if let number = process { _ = Foundation.kill(number, SIGKILL) }
        process = nil
      }
    }
  }

  private func screen() throws {
    let journey = try Journey(sample, home: home)
    let victim = Victim(journey.terminal.process)
    let moment = Int.random(in: 100...5000, using: &random)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(moment)) { victim.kill() }
    do {
      for step in [save, rename, prefer, draft].shuffled(using: &random) where !victim.isDead {
        try step(journey, victim)
      }
    } catch is Journey.NeverSeen where victim.isDead {
      // A killed screen has acknowledged only what it has shown.
    }
    victim.kill()
    _ = try journey.end()
  }

  private func change(_ name: String, _ url: String, _ journey: Journey) throws {
    try journey.open(name, see: "/echo")
    try journey.type("\u{0C}", see: "Esc done")
    try journey.type("\u{15}http://\(url)/\r", see: "●")
  }

  private func save(_ journey: Journey, _ victim: Victim) throws {
    let url = text(.saved)
    try change("Keep", url, journey)
    try journey.type("\u{13}", see: "Saved Keep")
    acknowledged.append(Write(kind: .saved, text: "http://\(url)/"))
  }

  private func draft(_ journey: Journey, _ victim: Victim) throws {
    let url = "http://\(text(.draft))/"
    try change("Rest", text(.draft), journey)
    while !victim.isDead {
      let files = sample.folder.files().filter { $0.hasPrefix(".apus/drafts/") && $0.hasSuffix(".json") }
      // Looks for the whole text, not the one typed a moment earlier. A file that is being replaced may be missing when
      // it is read.
      guard files.contains(where: { ((try? sample.folder.readText($0)) ?? "").contains(url) }) else {
        // A program blocks if nothing reads its terminal.
        journey.terminal.drain()
        continue
      }
      return acknowledged.append(Write(kind: .draft, text: url))
    }
  }

  private func rename(_ journey: Journey, _ victim: Victim) throws {
    let name = text(.renamed)
    try journey.open("Old", see: "/echo")
    try journey.type("\u{1B}[Zr", see: "Old")
    try journey.type("\u{15}\(name)\r", see: "Renamed")
    acknowledged.append(Write(kind: .renamed, text: name))
  }

  private func prefer(_ journey: Journey, _ victim: Victim) throws {
    try journey.see("Apus")
    try journey.type("e")
    try journey.type("live", see: "› live")
    try journey.type("\r", see: "Environment: live")
    acknowledged.append(Write(kind: .preference, text: "live"))
  }

  // MARK: Afterwards

  /// The acknowledged writes that are missing.
  func lost() async throws -> [Write] {
    let shown = try await program.run("env", "show", "many", "--reveal-secrets")
    let words = Set(shown.text.split { $0 == "\n" || $0 == " " }.map(String.init))
    let allowed = (try? home.readText(".local/state/apus/allowed.json")) ?? ""
    let (history, requests) = (below(".apus/history/"), below("", ".yml"))
    let preferences = (try? sample.folder.readText(".apus/screen.json")) ?? ""
    let workspace = try Workspace.open(sample.folder.path, stateFolder: home.path(".local/state/apus"))
    let drafts = DraftStore(workspace).all().drafts.map(\.definition.url)
    return acknowledged.filter { write in
      switch write.kind {
      case .variable, .secret: !words.contains(write.text)
      case .consent: !allowed.contains(write.text)
      case .exchange: !history.contains("/\(write.text)\"")
      case .imported, .saved: !requests.contains(write.text)
      case .renamed: !requests.contains("name: \(write.text)")
      case .preference: !preferences.contains("\"environment\": \"\(write.text)\"")
      case .draft: !drafts.contains(write.text)
      }
    }
  }

  private func below(_ folder: String, _ suffix: String = "") -> String {
    let names = sample.folder.files().filter { $0.hasPrefix(folder) && $0.hasSuffix(suffix) && !$0.contains("/.apus-") }
    return names.map { (try? sample.folder.readText($0)) ?? "" }.joined(separator: "\n")
  }
}
