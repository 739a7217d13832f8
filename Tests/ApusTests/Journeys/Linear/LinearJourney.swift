import Foundation
import TestSupport

/// A user of linear mode at the built program, as a filter hears it that knows only printable lines.
final class LinearJourney {
  /// The expected words, and what was said instead.
  struct NeverHeard: Error, CustomStringConvertible {
    var wanted: String
    var lines: [String]
    var description: String {
      "never heard \(wanted.debugDescription) in:\n\(lines.suffix(40).joined(separator: "\n"))"
    }
  }

  let terminal: PseudoTerminal
  /// The line that is not complete.
  private var open: [UInt8] = []
  private var known = 0
  private(set) var lines: [String] = []
  /// What a simple terminal would not have understood.
  private(set) var faults: [String] = []
  /// Where the answer to the last key begins.
  private var answered = 0

  init(
    _ command: [String], home: TemporaryDirectory, columns: Int = 240, rows: Int = 200, underShell: Bool = false,
    environment: [String: String] = [:]
  ) throws {
    let variables = ["HOME": home.path, "NO_PROXY": "*", "TERM": "dumb"].merging(environment) { _, new in new }
    terminal = try PseudoTerminal(
      command[0], Array(command.dropFirst()), columns: columns, rows: rows, underShell: underShell,
      environment: variables)
  }

  /// In a small workspace.
  convenience init(
    _ sample: Sample, home: TemporaryDirectory, columns: Int = 240, underShell: Bool = false,
    environment: [String: String] = [:]
  ) throws {
    let command = [try Program.path(), "--linear", sample.folder.path, "--env", "local"]
    try self.init(command, home: home, columns: columns, underShell: underShell, environment: environment)
    try hear("Collections, row")
  }

  /// Presses keys, and waits until a line with these words is said; returns all that was said since.
  @discardableResult func press(_ keys: String, hear wanted: String) throws -> [String] {
    take()
    answered = lines.count
    terminal.type(keys)
    return try hear(wanted)
  }

  /// Waits for words that may have been said since the last key, too.
  @discardableResult func hear(_ wanted: String) throws -> [String] {
    let limit = ContinuousClock.now + .seconds(60)
    take()
    while !said.contains(where: { $0.contains(wanted) }) {
      guard ContinuousClock.now < limit, terminal.pump() else { throw NeverHeard(wanted: wanted, lines: lines) }
      take()
    }
    return said
  }

  /// Since the last key; the line that is still being typed, too.
  private var said: [String] { lines[answered...] + [String(decoding: open, as: UTF8.self)] }

  func end() throws -> Int32 {
    let status = try terminal.waitForEnd()
    take()
    return status
  }

  @discardableResult func quit() throws -> Int32 {
    terminal.type("\u{3}")
    return try end()
  }

  /// Whether the terminal has the settings from before the program.
  var isRestored: Bool {
    let (now, before) = (terminal.currentSettings, terminal.settings)
    return now.c_lflag == before.c_lflag && now.c_iflag == before.c_iflag && now.c_oflag == before.c_oflag
  }

  func take() {
    let new = terminal.output[known...]
    known = terminal.output.count
    for byte in new {
      if byte == 0x0A {
        // The terminal itself puts a return before each line feed.
        if open.last == 0x0D { open.removeLast() }
        end(open)
        open = []
      } else {
        open.append(byte)
      }
    }
  }

  private func end(_ bytes: [UInt8]) {
    guard let line = String(validating: bytes, as: UTF8.self) else { return faults.append("not UTF-8: \(bytes)") }
    let hasControl = line.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: true
      // Lines and blocks are drawn, not read.
      default: (0x2500...0x259F).contains(scalar.value)
      }
    }
    if hasControl { faults.append(line.debugDescription) }
    lines.append(line)
  }
}
