import Foundation
import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Somebody at the keyboard of the built program: types, and looks at the screen until it shows what is awaited.
final class Journey {
  /// What the screen never showed, and what it showed instead.
  struct NeverSeen: Error, CustomStringConvertible {
    var wanted: String
    var screen: String
    var description: String { "never saw \(wanted.debugDescription) on this screen:\n\(screen)" }
  }

  let terminal: PseudoTerminal
  private(set) var model: TerminalModel
  private var known = 0

  /// - Parameter home: where the program keeps what it remembers; beside the workspace, never in it.
  convenience init(
    _ sample: Sample, home: TemporaryDirectory, columns: Int = 110, rows: Int = 36, underShell: Bool = false,
    environment: [String: String] = [:]
  ) throws {
    let command = [try Program.path(), sample.folder.path, "--env", "local"]
    try self.init(
      command, home: home, columns: columns, rows: rows, underShell: underShell, environment: environment)
  }

  /// - Parameter command: a program with its arguments.
  init(
    _ command: [String], home: TemporaryDirectory, columns: Int = 110, rows: Int = 36, underShell: Bool = false,
    environment: [String: String] = [:]
  ) throws {
    let variables = ["HOME": home.path, "NO_PROXY": "*"].merging(environment) { _, new in new }
    terminal = try PseudoTerminal(
      command[0], Array(command.dropFirst()), columns: columns, rows: rows, underShell: underShell,
      environment: variables)
    model = TerminalModel(columns: columns, rows: rows)
  }

  var screen: String { model.text }
  /// The last text copied by OSC 52.
  var copied: String? {
    model.copied.last.flatMap { Data(base64Encoded: $0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Types, and then waits for a text when one is given.
  func type(_ keys: String, see wanted: String? = nil) throws {
    terminal.type(keys)
    if let wanted { try see(wanted) }
  }

  func paste(_ text: String) { terminal.type("\u{1B}[200~" + text + "\u{1B}[201~") }

  func see(_ wanted: String) throws { try wait(for: wanted) { $0.contains(wanted) } }

  func seeGone(_ unwanted: String) throws { try wait(for: "no \(unwanted)") { !$0.contains(unwanted) } }

  /// Waits for a screen; the limit only ends what would never end.
  func wait(for wanted: String, _ isThere: (String) -> Bool) throws {
    let limit = ContinuousClock.now + .seconds(60)
    look()
    // Half a frame is no screen: what the test does next depends on all of it.
    while model.modes.contains(2026) || !isThere(screen) {
      guard ContinuousClock.now < limit, terminal.pump() else { throw neverSeen(wanted) }
      look()
    }
  }

  /// Waits for what the screen does not tell, such as a file. Reads meanwhile: a program whose terminal nobody reads
  /// stands still.
  func wait(until what: String, _ isThere: () -> Bool) throws {
    let limit = ContinuousClock.now + .seconds(60)
    while !isThere() {
      guard ContinuousClock.now < limit else { throw neverSeen(what) }
      terminal.drain()
      sched_yield()
    }
    look()
  }

  private func neverSeen(_ wanted: String) -> NeverSeen {
    NeverSeen(wanted: wanted, screen: screen + "\nnot understood: \(model.unknown)")
  }

  func resize(columns: Int, rows: Int) {
    look()
    model.resize(columns: columns, rows: rows)
    terminal.resize(columns: columns, rows: rows)
  }

  /// Another size and the old one again, before the program looked: what the terminal showed is lost.
  func resizeAndBack() {
    look()
    model.resize(columns: model.columns, rows: model.rows)
    kill(terminal.process, SIGWINCH)
  }

  /// Opens a request by its name.
  func open(_ name: String, see wanted: String) throws {
    try see("Apus")
    try type("\u{07}\(name)")
    try wait(for: "› \(name)") { $0.contains("› \(name)") || $0.contains("> \(name)") }
    // The list names addresses too: only without it is the request open.
    try type("\r")
    try wait(for: wanted) { $0.contains(wanted) && !$0.contains("Jump to a request") }
  }

  /// Waits until the program is stopped; what it drew last is known then.
  func waitForStop() -> Bool {
    let isStopped = terminal.waitForStop()
    terminal.drain()
    look()
    return isStopped
  }

  /// Leaves once nothing is on its way any more: before that it would be asked whether to cancel it.
  @discardableResult func quit() throws -> Int32 {
    try seeGone(" running")
    try type("q")
    return try end()
  }

  /// Waits for the end; what it drew last is known then.
  @discardableResult func end() throws -> Int32 {
    let status = try terminal.waitForEnd()
    look()
    return status
  }

  /// Whether the terminal is as the shell had it.
  var isRestored: Bool {
    let (now, before) = (terminal.currentSettings, terminal.settings)
    // The alternate screen, the mouse, focus and paste; and the cursor is shown.
    let isOwn = model.modes.isDisjoint(with: [1049, 1000, 1002, 1004, 1006, 2004])
    return isOwn && model.modes.contains(25) && now.c_lflag == before.c_lflag && now.c_iflag == before.c_iflag
      && now.c_oflag == before.c_oflag
  }

  private func look() {
    let new = terminal.output[known...]
    known = terminal.output.count
    model.feed(new)
  }
}
