import ArgumentParser

/// What is shown of an exchange, and where, as the command line says.
struct PrintChoice: Sendable {
  var include = false
  var verbose = false
  var json = false
  var output: String?
  var download: String?
  var query: String?
  var timing = false
  var fail = false
  /// Whether what comes with a status of 400 or above is neither shown nor saved.
  var dropsErrors = false
  var silent = false
  var revealSecrets = false

  func validate() throws {
    if query != nil, json || include { throw ValidationError("--query excludes --json and --include") }
    if download != nil, output != nil || query != nil || json || include {
      throw ValidationError("--download excludes --output, --query, --json and --include")
    }
    if json, include { throw ValidationError("--json and --include exclude each other; the JSON has the head.") }
  }
}
