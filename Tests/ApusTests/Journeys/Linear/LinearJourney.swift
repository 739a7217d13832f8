import Foundation
import TestSupport

/// A user of linear mode in the built program, behind a filter that knows only printable lines.
final class LinearJourney {
  /// The expected words, and the actual lines.
  struct NeverAnnounced: Error, CustomStringConvertible {
    var wanted: String
    var lines: [String]
    var description: String {
      "never announced \(wanted.debugDescription) in:\n\(lines.suffix(40).joined(separator: "\n"))"
    }
  }

  let terminal: PseudoTerminal
  /// The incomplete line.
  private var open: [UInt8] = []
  private var known = 0
  private(set) var lines: [String] = []
  /// Output that a simple terminal would not understand.
  private(set) var faults: [String] = []
  /// The index of the first line after the last key.
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

  /// Starts in a small workspace.
  convenience init(
    _ sample: Sample, home: TemporaryDirectory, columns: Int = 240, underShell: Bool = false,
    environment: [String: String] = [:]
  ) throws {
    let command = [try Program.path(), "--linear", sample.folder.path, "--env", "local"]
    try self.init(command, home: home, columns: columns, underShell: underShell, environment: environment)
    try wait(for: "Collections, row")
  }

  /// Presses keys, and waits for a line with these words; returns all lines since.
  @discardableResult func press(_ keys: String, until wanted: String) throws -> [String] {
    take()
    answered = lines.count
    terminal.type(keys)
    return try wait(for: wanted)
  }

  /// Waits for words, which may have appeared since the last key.
  @discardableResult func wait(for wanted: String) throws -> [String] {
    let limit = ContinuousClock.now + .seconds(60)
    take()
    while !said.contains(where: { $0.contains(wanted) }) {
      guard ContinuousClock.now < limit, terminal.pump() else { throw NeverAnnounced(wanted: wanted, lines: lines) }
      take()
    }
    return said
  }

  /// The lines since the last key, including the incomplete one.
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

  /// True if the terminal has its settings from before the program.
  var isRestored: Bool {
    let (now, before) = (terminal.currentSettings, terminal.settings)
    return now.c_lflag == before.c_lflag && now.c_iflag == before.c_iflag && now.c_oflag == before.c_oflag
  }

  func take() {
    let new = terminal.output[known...]
    known = terminal.output.count
    for byte in new {
      if byte == 0x0A {
        // The terminal itself adds a return before each line feed.
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
      // Lines and blocks are graphics, not text.
      default: (0x2500...0x259F).contains(scalar.value)
      }
    }
    if hasControl { faults.append(line.debugDescription) }
    lines.append(line)
  }
}
