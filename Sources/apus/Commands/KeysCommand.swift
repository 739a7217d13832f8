import ArgumentParser
import Explorer
import Terminal
import TerminalNCurses
import Workspaces

/// `apus keys`: shows the bytes that the terminal sends for a key, the key they are parsed as, and its command.
struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "Press keys to see what the terminal sends and which commands they run.",
    discussion: """
      Shows the active keys, including those that config.yml binds. If a key shows nothing, the terminal handles it \
      itself. q and ^C leave.
      """)

  func run() async throws { try await Self.listen() }

  @MainActor private static func listen() throws {
    let folder = SettingsFolder()
    var settings = UserSettings(folder.configuration())
    folder.complete(&settings, theme: nil)
    let bound = CommandTable.bound(by: settings)
    for fault in settings.faults + bound.faults { Output.error.say("apus: \(fault)") }
    let probe: KeyProbe
    do { probe = try KeyProbe(variable: Locale.variable) } catch { throw Failure(.usage, error.description) }
    defer { probe.close() }
    let report = KeyReport(bound.table)
    var fault: Failure?
    func write(_ lines: [String]) -> Bool {
      // In raw mode, a line feed alone does not return to the first column.
      let text = lines.map { TerminalText.line($0) + "\r\n" }.joined()
      // Each line was filtered above; the filter of the output would show the carriage return.
      do throws(Failure) { try Output.standard.write(raw: Array(text.utf8)) } catch { fault = error }
      return fault == nil
    }
    guard write(["Press a key; q or ^C leaves.", ""]) else { throw fault ?? .outputClosed }
    probe.run { input in
      guard write(report.lines(bytes: input.bytes, events: input.events)) else { return false }
      return !input.events.contains { $0 == .key(.character("q")) || $0 == .key(.control("c")) }
    }
    if let fault { throw fault }
  }
}
