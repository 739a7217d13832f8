/// Determines what a pipe feeds into a command if the command before it only prints a known text: `echo`, `printf`,
/// `cat FILE`, `cat <<EOF`. No command is run.
enum PipeReader {
  static func connect(_ script: inout ShellScript) {
    for index in script.commands.indices.dropFirst() where script.commands[index].readsPipe {
      guard script.commands[index].input == nil else { continue }
      let before = script.commands[index - 1]
      if let start = before.groupStart, start < index - 1 {
        script.commands[index].input = .sequence(script.commands[start..<(index - 1)].map(output))
      } else {
        script.commands[index].input = output(of: before)
      }
    }
  }

  private static func output(of command: ShellCommand) -> ShellCommand.Input {
    let shown = ShellCommand.Input.command(command.words.map(\.text).joined(separator: " "))
    guard let name = command.words.first?.literal else { return shown }
    let arguments = Array(command.words.dropFirst())
    switch name {
    case "echo": return echo(arguments, line: command.line)
    case "printf": return printf(arguments) ?? shown
    case "cat":
      if arguments.isEmpty { return command.input ?? shown }
      return arguments.count == 1 && arguments[0].literal?.hasPrefix("-") != true ? .file(arguments[0]) : shown
    default: return shown
    }
  }

  private static func echo(_ arguments: [ShellWord], line: Int) -> ShellCommand.Input {
    var arguments = arguments[...]
    var endsLine = true
    if arguments.first?.literal == "-n" {
      endsLine = false
      arguments = arguments.dropFirst()
    }
    var word = ShellWord(line: line)
    word.append("")
    for (index, argument) in arguments.enumerated() {
      if index > 0 { word.append(" " as Unicode.Scalar) }
      word.segments += argument.segments
    }
    if endsLine { word.append("\n" as Unicode.Scalar) }
    return .text(word)
  }

  private static func printf(_ arguments: [ShellWord]) -> ShellCommand.Input? {
    guard let format = arguments.first?.literal else { return nil }
    if arguments.count == 2, format == "%s" || format == "%s\\n" {
      var word = arguments[1]
      if format == "%s\\n" { word.append("\n" as Unicode.Scalar) }
      return .text(word)
    }
    guard arguments.count == 1, let bytes = PrintfText.output(ofFormat: format) else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else { return .bytes(bytes) }
    return .text(ShellWord(segments: [.text(text)], line: arguments[0].line))
  }
}
