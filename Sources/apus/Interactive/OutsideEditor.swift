import Terminal

/// The editor that `$VISUAL` or `$EDITOR` names, `vi` where neither says: a program with arguments or, with quotes and
/// whatever else means something to a shell, a line for `/bin/sh`, as git and crontab take it.
struct OutsideEditor {
  /// What it is called in messages.
  let name: String
  /// As the variable says it.
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

  /// Gives it the terminal until it ends; why it did not end well, `nil` when it did.
  @MainActor func run(on path: String, _ device: any Device) -> String? {
    var status: Int32?
    let ending = device.terminationDescriptor
    device.suspended { status = ChildProcess.run(arguments(for: path), ending: ending) }
    // With 127 a shell says that there is no such program.
    guard let status, !(needsShell && status == 127) else { return "\(name) could not be started" }
    return status == 0 ? nil : "\(name) ended with status \(status)"
  }
}
