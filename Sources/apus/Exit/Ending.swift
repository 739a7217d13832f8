import ArgumentParser

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Ends the process as the last step of the program, after any final message.
enum Ending {
  /// Exits at once: everything has been written, and the process's end frees what libraries would clean up.
  static func leave(_ status: ExitStatus) -> Never {
    _exit(status.rawValue)
  }

  /// Exits with the result of writing the last output.
  static func leave(with result: Result<Void, Failure>) -> Never {
    switch result {
    case .success: leave(.done)
    case .failure(let failure): leave(after: failure)
    }
  }

  /// Exits as an error requires: ours with its status, the parser's with help on standard output or a usage error.
  static func leave(after error: any Error) -> Never {
    if let failure = error as? Failure {
      if !failure.message.isEmpty { Output.error.say("apus: \(TerminalText.line(failure.message))") }
      leave(failure.status)
    }
    if let exitCode = error as? ExitCode { exit(exitCode.rawValue) }
    let text = Apus.fullMessage(for: error)
    if Apus.exitCode(for: error).isSuccess { leave(with: Output.standard.line(text)) }
    Output.error.say("apus: \(usage(text))")
    leave(.usage)
  }

  /// The parser's message for a wrong command line, on one line: what is wrong, and where to find help.
  private static func usage(_ text: String) -> String {
    let lines = text.split(separator: "\n").map { String($0.drop { $0 == " " }) }
    let words = lines.prefix { !$0.hasPrefix("Usage:") && !$0.hasPrefix("Help:") }
    let choices = words.filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
    var message = words.filter { !$0.hasPrefix("- ") }.joined(separator: " ")
    if message.hasPrefix("Error: ") { message = String(message.dropFirst(7)) }
    if let mark = message.utf8.firstRange(of: " Please provide one of".utf8) {
      let listed = String(message[mark.upperBound...]).split(separator: "'").filter { $0.contains(where: \.isLetter) }
      let names = choices.isEmpty ? listed.map(String.init).filter { ![" or ", ", "].contains($0) } : choices
      message = message[..<mark.lowerBound] + " choose one of \(names.joined(separator: ", "))"
    }
    while message.hasSuffix(".") { message.removeLast() }
    message = message.replacing(". choose", with: ": choose")
    let help = lines.last { $0.contains("--help'") }?.split(separator: "'").dropFirst().first.map(String.init)
    return "\(message); see `\(help ?? "apus help")`"
  }
}
