import ArgumentParser

/// What to show of an exchange and where, as given on the command line.
struct PrintChoice: Sendable {
  var include = false
  var verbose = false
  var json = false
  /// Whether the messages of an answer that holds many are written, instead of its body or the exchange.
  var messages = false
  /// Whether each message of a conversation is written with its time and who said it.
  var marksMessages = false
  var output: String?
  var download: String?
  var query: String?
  var timing = false
  var fail = false
  /// Whether to drop the body of a response with a status of 400 or above.
  var dropsErrors = false
  var silent = false
  var revealSecrets = false
  /// Whether the body goes byte for byte even to a terminal.
  var raw = false
  /// How to get the body byte for byte with this command, for notes.
  var rawWays = RawWays.send

  enum RawWays: String, Sendable {
    case send = "-o FILE saves it, --raw or a pipe gives it byte for byte"
    case curl = "-o FILE saves it, -o - or a pipe gives it byte for byte"
    case show = "--raw or a pipe gives it byte for byte"
  }

  func validate() throws {
    if query != nil, json || include { throw ValidationError("--query excludes --json and --include") }
    if download != nil, output != nil || query != nil || json || include {
      throw ValidationError("--download excludes --output, --query, --json and --include")
    }
    if json, include { throw ValidationError("--json and --include exclude each other; the JSON has the head.") }
  }
}
