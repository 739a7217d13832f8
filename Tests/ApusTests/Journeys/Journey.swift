import Foundation
import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A user at the keyboard of the built program: types, then waits until the screen shows the expected text.
final class Journey {
  /// The expected text, and the screen that did not show it.
  struct NeverSeen: Error, CustomStringConvertible {
    var wanted: String
    var screen: String
    var description: String { "never saw \(wanted.debugDescription) on this screen:\n\(screen)" }
  }

  let terminal: PseudoTerminal
  private(set) var model: TerminalModel
  private var known = 0

  /// - Parameter home: the program's home, which is never inside the workspace.
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
  /// The last text copied with OSC 52.
  var copied: String? {
    model.copied.last.flatMap { Data(base64Encoded: $0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Types keys, then waits for a text if one is given. The answer to a send is not the one of the history.
  func type(_ keys: String, see wanted: String? = nil) throws {
    let hasOld = keys == "\u{12}" && Self.showsOldAnswer(screen)
    terminal.type(keys)
    guard let wanted else { return }
    try wait(for: wanted) { $0.contains(wanted) && !(hasOld && Self.showsOldAnswer($0)) }
  }

  /// True if the status of the shown answer has a time before it, so that it is one of the history.
  private static func showsOldAnswer(_ screen: String) -> Bool {
    screen.range(of: #"\d\d:\d\d   \d\d\d "#, options: .regularExpression) != nil
  }

  func paste(_ text: String) { terminal.type("\u{1B}[200~" + text + "\u{1B}[201~") }

  func see(_ wanted: String) throws { try wait(for: wanted) { $0.contains(wanted) } }

  func seeGone(_ unwanted: String) throws { try wait(for: "no \(unwanted)") { !$0.contains(unwanted) } }

  /// Waits for a screen; the limit only stops a test that would otherwise hang.
  func wait(for wanted: String, _ isThere: (String) -> Bool) throws {
    let limit = ContinuousClock.now + .seconds(60)
    look()
    // Ignores half-drawn frames, because the next step of the test depends on the whole frame.
    while model.modes.contains(2026) || !isThere(screen) {
      guard ContinuousClock.now < limit, terminal.pump() else { throw neverSeen(wanted) }
      look()
    }
  }

  /// Waits for a condition that the screen does not show, such as a file. Keeps reading, because a program blocks if
  /// nothing reads its terminal.
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

  /// Resizes and restores the size before the program notices: the terminal has lost its content.
  func resizeAndBack() {
    look()
    model.resize(columns: model.columns, rows: model.rows)
    kill(terminal.process, SIGWINCH)
  }

  /// Opens a request by name.
  func open(_ name: String, see wanted: String) throws {
    try see("Apus")
    try type("\u{07}\(name)")
    try wait(for: "› \(name)") { $0.contains("› \(name)") || $0.contains("> \(name)") }
    // The list of requests contains URLs, too; the request is open only after it closes.
    try type("\r")
    try wait(for: wanted) { $0.contains(wanted) && !$0.contains("Jump to a request") }
  }

  /// Waits until the program is stopped and its last output has been read.
  func waitForStop() -> Bool {
    let isStopped = terminal.waitForStop()
    terminal.drain()
    look()
    return isStopped
  }

  /// Quits once no request is in flight; otherwise the program would ask whether to cancel it.
  @discardableResult func quit() throws -> Int32 {
    try seeGone(" running")
    // On a page, the letter q goes back.
    try type("\u{3}")
    return try end()
  }

  /// Waits for the program to exit and reads its last output.
  @discardableResult func end() throws -> Int32 {
    let status = try terminal.waitForEnd()
    look()
    return status
  }

  /// True if the terminal is in the state that the shell left it in.
  var isRestored: Bool {
    let (now, before) = (terminal.currentSettings, terminal.settings)
    // The alternate screen, mouse, focus and paste modes are off, and the cursor is visible.
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
