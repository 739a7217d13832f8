import ArgumentParser

/// The options for what to show of an exchange and where.
struct PrintOptions: ParsableArguments {
  @Flag(name: [.customShort("i"), .long], help: "Write the head of each response before its body.")
  var include = false

  @Flag(name: .shortAndLong, help: "Show the connection and both heads on standard error.")
  var verbose = false

  @Flag(help: "Write the whole exchange as one JSON document (a HAR entry) instead of the body.")
  var json = false

  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")], parsing: .unconditional,
    help: "Write to this file instead of standard output; it appears whole or not at all.", completion: .file())
  var output: String?

  @Option(
    name: .customLong("download"), parsing: .unconditional,
    help: ArgumentHelp(
      "Save the body to this file as it arrives; a download that broke off goes on where it stopped.",
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

  @Flag(help: "With --json and -v: write secrets too.")
  var revealSecrets = false

  @Flag(help: "Write the body byte for byte to a terminal, too; without it control characters are shown as text.")
  var raw = false

  /// The parsed options.
  var chosen: PrintChoice {
    PrintChoice(
      include: include, verbose: verbose, json: json, output: output, download: download, query: query,
      timing: timing, fail: fail, silent: silent, revealSecrets: revealSecrets, raw: raw)
  }

  func validate() throws { try chosen.validate() }
}
