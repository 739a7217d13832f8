import Foundation
import TestSupport
import Testing

@Suite("Acknowledged writes survive") struct AcknowledgedWritesTests {
  private static let writers = 24

  /// Runs 24 commands at once and kills every fourth as soon as another one ends. Returns those that exited with 0.
  private func acknowledged(_ program: Program, _ arguments: (Int) -> [String]) async throws -> [Int] {
    let running = try (0..<Self.writers).map { try program.start(arguments($0)) }
    return await withTaskGroup(of: (Int, Int32).self, returning: [Int].self) { group in
      for (number, writer) in running.enumerated() { group.addTask { (number, await writer.result().status) } }
      var done: [Int] = []
      var victims = stride(from: 3, to: Self.writers, by: 4).makeIterator()
      for await (number, status) in group {
        if let victim = victims.next() { running[victim].kill() }
        if status == 0 { done.append(number) }
      }
      return done.sorted()
    }
  }

  @Test(
    "24 programs that set variables and secrets of one environment lose no acknowledged one, even if some are killed")
  func variables() async throws {
    let sample = try Sample(url: "http://h")
    let secrets = (0..<Self.writers).map { "  - secret: true\n    name: s\($0)\n" }.joined()
    try sample.folder.write("environments/many.yml", "name: many\nvariables:\n\(secrets)")
    for round in 0..<2 {
      let done = try await acknowledged(sample.program) { number in
        ["env", "set", "many", "p\(round)x\(number)=v\(number)", "s\(number)=round\(round)of\(number)"]
      }
      #expect(!done.isEmpty)
      let shown = try await sample.program.run("env", "show", "many", "--reveal-secrets")
      #expect(shown.status == 0, "\(shown.error)")
      let words = Set(shown.text.split { $0 == "\n" || $0 == " " }.map(String.init))
      for number in done {
        #expect(words.contains("p\(round)x\(number)"), "a plain variable of writer \(number) is lost")
        #expect(words.contains("round\(round)of\(number)"), "the secret of writer \(number) is lost")
      }
    }
    // Only half-written files of killed commands may be next to the collection's files.
    let files = sample.folder.files().filter { $0.hasPrefix("environments/") && !$0.contains("/.apus-") }
    #expect(files == ["environments/live.yml", "environments/local.yml", "environments/many.yml"])
  }

  @Test(
    "24 programs that set and delete cookies of one environment lose no acknowledged change, even if some are killed")
  func cookies() async throws {
    let sample = try Sample(url: "http://h")
    for number in 0..<Self.writers where number % 2 == 1 {
      let result = try await sample.program.run("cookies", "set", "http://h", "old\(number)=1", "-e", "local")
      #expect(result.status == 0, "\(result.error)")
    }
    let done = try await acknowledged(sample.program) { number in
      number % 2 == 0
        ? ["cookies", "set", "http://h", "new\(number)=\(number)", "-e", "local"]
        : ["cookies", "delete", "old\(number)", "-e", "local"]
    }
    #expect(!done.isEmpty)
    let list = try await sample.program.run("cookies", "list", "-e", "local")
    let words = Set(list.text.split { $0 == "\n" || $0 == " " }.map(String.init))
    for number in done {
      if number % 2 == 0 {
        #expect(words.contains("new\(number)"), "the cookie of writer \(number) is lost")
      } else {
        #expect(!words.contains("old\(number)"), "the cookie that writer \(number) deleted is there")
      }
    }
  }

  @Test("24 programs that give consents for commands lose no acknowledged one, even if some are killed")
  func consents() async throws {
    let sample = try Sample(url: "http://h")
    for number in 0..<Self.writers {
      let text = "variables:\n  - secret: true\n    name: s\n    command: echo number-\(number)-\n"
      try sample.folder.write("environments/e\(number).yml", text)
    }
    let done = try await acknowledged(sample.program) { ["env", "allow", "e\($0)", "--yes"] }
    #expect(!done.isEmpty)
    let allowed = try sample.folder.readText(".local/state/apus/allowed.json")
    for number in done { #expect(allowed.contains("echo number-\(number)-"), "the consent of \(number) is lost") }
  }
}
