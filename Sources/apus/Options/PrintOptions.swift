import ArgumentParser
import Basics
import Networking
import Workspaces

/// The options for the output of an exchange.
struct PrintOptions: ParsableArguments {
  @Flag(name: [.customShort("i"), .long], help: "Write the head of each response before its body.")
  var include = false

  @Flag(name: .shortAndLong, help: "Show the connection and both heads on standard error.")
  var verbose = false

  @Flag(help: "Write the whole exchange as one JSON document (a HAR entry) instead of the body.")
  var json = false

  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")], parsing: .unconditional,
    help: "Write to this file instead of standard output; an incomplete transfer leaves FILE.part.",
    completion: .file())
  var output: String?

  @Option(
    name: .customLong("download"), parsing: .unconditional,
    help: ArgumentHelp(
      "Save the body to this file as it arrives; resumes an interrupted download.",
      valueName: "file"), completion: .file())
  var download: String?

  @Option(
    help: ArgumentHelp("Write only what this JSONPath expression selects in the body.", valueName: "expression"))
  var query: String?

  @Flag(help: "Draw how long each phase took, on standard error.")
  var timing = false

  @Flag(help: "Exit with status 1 when the response has a status of 400 or above.")
  var fail = false

  @Flag(name: .shortAndLong, help: "Show no progress.")
  var silent = false

  @Flag(help: "With --json and -v: write secrets, too.")
  var revealSecrets = false

  @Flag(help: "Write the body byte for byte, even to a terminal, instead of showing control characters as text.")
  var raw = false

  /// The parsed options.
  func chosen(_ display: DisplayOptions) -> PrintChoice {
    PrintChoice(
      display: display.chosen, include: include, verbose: verbose, json: json, output: output, download: download,
      query: query,
      timing: timing, fail: fail, silent: silent, revealSecrets: revealSecrets, raw: raw)
  }
}

/// The command line's choice of output for an exchange.
struct PrintChoice: Sendable {
  var display = DisplayChoice()
  var include = false
  var verbose = false
  var json = false
  /// True if the messages of an answer are written instead of its body or the exchange.
  var messages = false
  /// True if the joined text of the messages is written in their place.
  var joined = false
  /// True if messages are written with time and direction.
  var marksMessages = false
  var output: String?
  var download: String?
  var query: String?
  var timing = false
  var fail = false
  /// Indicates whether to drop the body of a response with a status of 400 or above.
  var dropsErrors = false
  /// True if another try may follow: the body is then written after the last one.
  var mayRetry = false
  var silent = false
  var revealSecrets = false
  /// True if a terminal also receives the body byte for byte.
  var raw = false
  /// The options for getting the body byte for byte with this command, for notes.
  var rawWays = RawWays.send

  enum RawWays: String, Sendable {
    case send = "-o FILE saves it, --raw or a pipe gives it byte for byte"
    case curl = "-o FILE saves it, -o - or a pipe gives it byte for byte"
    case show = "--raw or a pipe gives it byte for byte"
  }

  /// The content to write: the joined document of an answer in parts, but its bytes to a file and with `--raw`.
  func body(of exchange: Exchange) -> (store: ByteStore, type: String?)? {
    let isExact = raw || output != nil && query == nil
    guard let store = isExact ? exchange.body : exchange.answerBody else { return nil }
    return (store, isExact ? exchange.response?.headers["Content-Type"] : exchange.answerType)
  }

  func validate() throws {
    if query != nil, json || include { throw ValidationError("--query excludes --json and --include") }
    if download != nil, output != nil || query != nil || json || include {
      throw ValidationError("--download excludes --output, --query, --json and --include")
    }
    if raw, display.pretty == .always { throw ValidationError("--raw and --pretty always exclude each other.") }
    if json, include { throw ValidationError("--json and --include exclude each other; the JSON has the head.") }
  }
}

extension ProgressLine {
  /// The line of a transfer; `nil` if the user wants none, or standard error is not a terminal.
  init?(_ printing: PrintChoice, in workspace: Workspace?) {
    guard Output.error.isTerminal, !printing.silent, printing.display.allowsControl else { return nil }
    self.init(printing.display, in: workspace)
  }
}
