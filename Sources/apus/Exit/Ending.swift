import ArgumentParser

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The last step of the program: says what is left to say and ends the process.
enum Ending {
  static func leave(_ status: ExitStatus) -> Never {
    exit(status.rawValue)
  }

  /// Ends with what writing the last output came to.
  static func leave(with result: Result<Void, Failure>) -> Never {
    switch result {
    case .success: leave(.done)
    case .failure(let failure): leave(after: failure)
    }
  }

  /// Ends as an error demands: ours with its own status, the parser's with help on standard output or a usage error.
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

  /// The parser's words for a wrong command line, on one line: what is wrong, and where the help is.
  private static func usage(_ text: String) -> String {
    let lines = text.split(separator: "\n")
    var message = lines.prefix { !$0.hasPrefix("Usage:") }.map { $0.drop { $0 == " " } }.joined(separator: " ")
    if message.hasPrefix("Error: ") { message = String(message.dropFirst(7)) }
    while message.hasSuffix(".") { message.removeLast() }
    let help = lines.last { $0.contains("--help'") }?.split(separator: "'").dropFirst().first ?? "apus help"
    return "\(message); see `\(help)`"
  }
}
