import ArgumentParser
import Basics
import Libc

extension Exit {
  /// Exits with the result of the last write.
  static func leave(with result: Result<Void, Failure>) -> Never {
    switch result {
    case .success: leave(.done)
    case .failure(let failure): leave(after: failure)
    }
  }

  /// Exits with the status for an error: a `Failure` has its own; the parser prints help or reports a usage error.
  static func leave(after error: any Error) -> Never {
    if let failure = error as? Failure {
      if !failure.message.isEmpty { Output.error.say("apus: \(failure.message)") }
      leave(failure.status)
    }
    if let exitCode = error as? ExitCode { exit(exitCode.rawValue) }
    let text = Apus.fullMessage(for: error)
    if Apus.exitCode(for: error).isSuccess { leave(with: Output.standard.line(text)) }
    Output.error.say("apus: \(usage(text))")
    leave(.usage)
  }

  /// The parser's message for an invalid command line, on one line: what is wrong, and where to find help.
  private static func usage(_ text: String) -> String {
    let lines = text.split(separator: "\n").map { String($0.drop { $0 == " " }) }
    let words = lines.prefix { !$0.hasPrefix("Usage:") && !$0.hasPrefix("Help:") }
    let choices = words.filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
    var message = words.filter { !$0.hasPrefix("- ") }.joined(separator: " ")
    if message.hasPrefix("Error: ") { message = String(message.dropFirst(7)) }
    if let mark = message.utf8.range(ofBytes: " Please provide one of") {
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
