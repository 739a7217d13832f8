import Terminal
import Workspaces

/// The editor from `editor.command` of the settings, `$VISUAL` or `$EDITOR`, otherwise `vi`. The value is a program with arguments; if it contains quotes
/// or other shell metacharacters, `/bin/sh` runs it as a command line, as in git and crontab.
struct OutsideEditor {
  /// The name in messages.
  let name: String
  /// The value of the setting or the variable.
  let line: String
  /// Whether a setting or a variable names it.
  let isChosen: Bool
  private let words: [String]
  private var needsShell: Bool { line.contains { "|&;<>()$`\\\"'*?[#~=%".contains($0) } }

  init(_ environment: [String: String], _ settings: Configuration = Configuration()) {
    let named = [settings.editorCommand?.value, environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }
    let chosen = named.first { $0.contains { !$0.isWhitespace } }
    isChosen = chosen != nil
    line = chosen ?? "vi"
    words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    name = words.first ?? "vi"
  }

  func arguments(for path: String) -> [String] {
    needsShell ? ["/bin/sh", "-c", "\(line) \"$@\"", name, path] : words + [path]
  }

  /// Suspends the screen and runs the editor on the terminal. Returns why it failed; `nil` if it succeeded.
  @MainActor func run(on path: String, _ device: any Device) -> String? {
    var status: Int32?
    let ending = device.terminationDescriptor
    device.suspended { status = ChildProcess.run(arguments(for: path), ending: ending) }
    // A shell exits with 127 if the program does not exist.
    guard let status, !(needsShell && status == 127) else { return "\(name) could not be started" }
    return status == 0 ? nil : "\(name) ended with status \(status)"
  }
}
