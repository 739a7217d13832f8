import Foundation
import TestSupport

/// Fenrir around a program: what it shows, and what it speaks.
final class Fenrir {
  struct NeverSpoken: Error {
    var wanted: String
    var output: String
  }

  static let path = ["/usr/bin/fenrir", "/usr/local/bin/fenrir"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private static let settings = [
    "speech#driver=debugDriver", "sound#enabled=False", "sound#driver=dummyDriver", "braille#enabled=False",
    "general#punctuationLevel=none", "general#debugMode=Print",
  ]
  private static let mark = "Speech Debug Driver: Speak:"

  private let terminal: PseudoTerminal
  /// How much of the output belongs to earlier keys.
  private var answered = 0

  init(_ command: [String], home: TemporaryDirectory) throws {
    // Fenrir splits its shell at blanks, and gives it a terminal type of its own.
    let quoted = command.map { "'\($0)'" }.joined(separator: " ")
    let shell = try home.writeProgram("shell", "#!/bin/sh\nTERM=dumb exec \(quoted)\n")
    let options = (Self.settings + ["general#shell=\(shell)"]).joined(separator: ";")
    terminal = try PseudoTerminal(
      Self.path ?? "", ["-e", "-o", options], columns: 240, rows: 400,
      environment: ["HOME": home.path, "NO_PROXY": "*", "TERM": "xterm"])
  }

  func hear(_ wanted: String) throws { _ = try wait(for: wanted) }

  /// Presses keys, and waits until these words are spoken; returns how many times they were since.
  func press(_ keys: String, hear wanted: String) throws -> Int {
    type(keys)
    return try wait(for: wanted)
  }

  /// Presses keys, and waits until these words are on the terminal.
  func press(_ keys: String, show wanted: String) throws {
    type(keys)
    try wait(until: wanted) { $0.contains(Self.plain(wanted)) }
  }

  private func type(_ keys: String) {
    terminal.drain()
    answered = terminal.output.count
    terminal.type(keys)
  }

  private func wait(for wanted: String) throws -> Int {
    let words = Self.plain(wanted)
    try wait(until: wanted) { _ in self.spoken.contains(words) }
    return spoken.components(separatedBy: words).count - 1
  }

  private func wait(until what: String, _ isThere: (String) -> Bool) throws {
    let limit = ContinuousClock.now + .seconds(60)
    while !isThere(Self.plain(text)) {
      guard ContinuousClock.now < limit, terminal.pump() else {
        throw NeverSpoken(wanted: what, output: String(text.suffix(3_000)))
      }
    }
  }

  func end() { kill(terminal.process, SIGTERM) }

  /// Since the last key.
  private var text: String { String(decoding: terminal.output[answered...], as: UTF8.self) }

  /// What was spoken since the last key.
  private var spoken: String {
    let parts = text.components(separatedBy: Self.mark).dropFirst()
    return Self.plain(parts.map { $0.components(separatedBy: "Speech Debug Driver")[0] }.joined(separator: " "))
  }

  /// Letters and digits only: a reader speaks signs by their names, or not at all.
  private static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { CharacterSet.alphanumerics.contains($0) }))
      .lowercased()
  }
}
