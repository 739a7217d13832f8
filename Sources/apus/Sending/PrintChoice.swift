import ArgumentParser

/// What to show of an exchange, and where, according to the command line.
struct PrintChoice: Sendable {
  var include = false
  var verbose = false
  var json = false
  var output: String?
  var download: String?
  var query: String?
  var timing = false
  var fail = false
  /// Whether the body of a response with a status of 400 or above is neither shown nor saved.
  var dropsErrors = false
  var silent = false
  var revealSecrets = false
  /// Whether even a terminal receives the body byte for byte.
  var raw = false
  /// How this command outputs a body byte for byte, for notes that say so.
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
