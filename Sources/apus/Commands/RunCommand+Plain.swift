import ArgumentParser

extension RunCommand {
  /// Reads the command lines that scripts write most, without the parser (see `SendLine.plain`).
  ///
  /// It understands at most one path, and the options below as words of their own, each value not starting with a dash.
  /// Everything else, help and faults included, is `nil`: the parser's to read and to answer.
  static func plain(_ words: [String]) -> RunCommand? {
    var command = RunCommand.unsaid
    var counts: [String: Int] = [:]
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.utf8.first == 0x2D else {
        guard command.path == nil, !word.isEmpty else { return nil }
        command.path = word
        continue
      }
      if command.take(flag: word) { continue }
      guard let value = rest.popFirst(), value.utf8.first != 0x2D, !value.isEmpty else { return nil }
      if ["--repeat", "--parallel", "--delay"].contains(word) {
        // What is there twice, or is no number, is left to the parser.
        guard let number = Int(value), counts.updateValue(number, forKey: word) == nil else { return nil }
      } else {
        guard command.take(word, value) else { return nil }
      }
    }
    command.repetitions = counts["--repeat"] ?? 1
    command.parallel = counts["--parallel"] ?? 1
    command.delay = counts["--delay"] ?? 0
    return command.isSound ? command : nil
  }

  private var isSound: Bool {
    do {
      try validate()
      return true
    } catch {
      // The parser finds the same, and says it.
      return false
    }
  }

  private mutating func take(flag: String) -> Bool {
    switch flag {
    case "--bail": bail = true
    case "--history": history = true
    case "--yes": yes = true
    case "-k", "--insecure": transport.insecure = true
    case "-L", "--location": transport.location = true
    default: return false
    }
    return true
  }

  private mutating func take(_ option: String, _ value: String) -> Bool {
    switch option {
    case "-e", "--env": return Self.set(&workspace.environment, value)
    case "-w", "--workspace": return Self.set(&workspace.workspace, value)
    case "--data": return Self.set(&data, value)
    case "--var": workspace.variables.append(value)
    case "--tag": tag.append(value)
    case "--skip-tag": skipTag.append(value)
    case "--report": report.append(value)
    default: return false
    }
    return true
  }

  private static func set(_ option: inout String?, _ value: String) -> Bool {
    guard option == nil else { return false }
    option = value
    return true
  }

  /// Nothing was said on the command line.
  private static var unsaid: RunCommand {
    var command = RunCommand()
    command.path = nil
    command.workspace = .none
    command.transport = .none
    command.data = nil
    command.repetitions = 1
    command.parallel = 1
    command.bail = false
    command.tag = []
    command.skipTag = []
    command.delay = 0
    command.report = []
    command.history = false
    command.yes = false
    return command
  }
}
