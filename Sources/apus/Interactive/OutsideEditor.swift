import Terminal

/// The editor that `$VISUAL` or `$EDITOR` names, otherwise `vi`. The value is a program with arguments. If it contains
/// quotes or other characters special to a shell, it is a line for `/bin/sh`, as in git and crontab.
struct OutsideEditor {
  /// The name in messages.
  let name: String
  /// As the variable says.
  let line: String
  /// Whether a variable names it.
  let isChosen: Bool
  private let words: [String]
  private var needsShell: Bool { line.contains { "|&;<>()$`\\\"'*?[#~=%".contains($0) } }

  init(_ environment: [String: String]) {
    let named = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }
    let chosen = named.first { $0.contains { !$0.isWhitespace } }
    isChosen = chosen != nil
    line = chosen ?? "vi"
    words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    name = words.first ?? "vi"
  }

  func arguments(for path: String) -> [String] {
    needsShell ? ["/bin/sh", "-c", "\(line) \"$@\"", name, path] : words + [path]
  }

  /// Lets it use the terminal until it ends. Returns why it failed; `nil` if it succeeded.
  @MainActor func run(on path: String, _ device: any Device) -> String? {
    var status: Int32?
    let ending = device.terminationDescriptor
    device.suspended { status = ChildProcess.run(arguments(for: path), ending: ending) }
    // A shell exits with 127 if the program does not exist.
    guard let status, !(needsShell && status == 127) else { return "\(name) could not be started" }
    return status == 0 ? nil : "\(name) ended with status \(status)"
  }
}
