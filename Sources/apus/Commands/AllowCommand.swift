import ArgumentParser
import Networking
import Workspaces

/// `apus allow`: shows and changes which of the user's own files and settings a collection may use.
struct AllowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow",
    abstract: "Allow what a collection may use of yours: process variables, files outside it, commands.",
    discussion: """
      A collection sends nothing of yours before you allowed it: each variable of the process environment, each file \
      outside the collection, each kept token of a login and each command that gives a secret, exactly as it is written, \
      for one receiver. Another receiver needs another consent. Without names it shows what the requests of PATH would \
      use and asks. A --command \
      without --to may give its secret to every receiver. The certificates that the file of an environment, a request or \
      a folder trusts, and that it verifies none, hold only once you allowed them, each for one server.

      No consent is needed for --var NAME=VALUE, for a process variable called APUS_VAR_NAME, which gives NAME, and for \
      what the command line itself names.

      Examples:
        apus allow users/get-user --env local
        apus allow . --variable API_TOKEN --to https://api.example.com
        apus allow --list
      """)

  @Argument(help: "A request, folder or collection; default: the workspace.", completion: .requests)
  var path: String?

  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions

  @Option(help: ArgumentHelp("Allow a variable of the process environment; may be repeated.", valueName: "name"))
  var variable: [String] = []

  @Option(help: ArgumentHelp("Allow a file outside the collection; may be repeated.", valueName: "path"))
  var file: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Allow a command that gives a secret; may be repeated.", valueName: "line"))
  var command: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Allow the kept token of a login; may be repeated.", valueName: "login"))
  var token: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Allow a certificate that a file of the collection trusts (sha256:DIGITS); may be repeated.",
      valueName: "fingerprint"))
  var certificate: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Trust a certificate (sha256:DIGITS) without an environment, with --to HOST:PORT; may be repeated.",
      valueName: "fingerprint"))
  var pin: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Allow an environment not to verify certificates; may be repeated.", valueName: "environment"))
  var unverified: [String] = []

  @Flag(help: "Allow requests and folders not to verify certificates.")
  var unverifiedRequests = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Allow the file of authorities that a file of the collection names, as it is now; may be repeated.",
      valueName: "file"))
  var authorities: [String] = []

  @Option(
    help: ArgumentHelp(
      "Who may get them; default: those who would get them from the requests of PATH, for a command all.",
      valueName: "receiver"))
  var to: String?

  @Flag(help: "Show what is allowed.") var list = false
  @Flag(help: "Take back what is allowed: all of it, or what is named.") var revoke = false
  @Flag(help: "Allow without asking.") var yes = false

  func validate() throws {
    if list, revoke { throw ValidationError("--list and --revoke exclude each other.") }
    let isTrust =
      !certificate.isEmpty || !pin.isEmpty || !unverified.isEmpty || !authorities.isEmpty
      || unverifiedRequests
    if to != nil, variable.isEmpty, file.isEmpty, command.isEmpty, token.isEmpty, !isTrust {
      throw ValidationError(
        "--to says who may get a --variable, a --file, a --token or a --command, or who is trusted; name one.")
    }
    if !pin.isEmpty, !revoke {
      for fingerprint in pin where to.flatMap({ TrustedCertificate("\(fingerprint) \($0)") }) == nil {
        throw ValidationError("--pin takes sha256:DIGITS, for the server that --to HOST:PORT names.")
      }
    }
  }

  func run() throws {
    let place = try ConsentPlace(path, workspace.chosen)
    if list { return try place.list() }
    let named = Set(
      variable.map { OutsideSource.variable($0) } + file.map { OutsideSource.file(at: place.absolute($0)) }
        + token.map { OutsideSource.token($0) } + command.map { OutsideSource.command($0) }
        + certificate.map { OutsideSource.certificate($0) } + pin.map { OutsideSource.pin($0) }
        + unverified.map { OutsideSource.unverified($0) } + (unverifiedRequests ? [.unverifiedRequests] : [])
    )
    .union(try place.authorities(authorities))
    if revoke { return try place.revoke(named, to: to) }
    let areCommands = named.allSatisfy { if case .command = $0 { true } else { false } }
    if !named.isEmpty, to != nil || areCommands {
      return try place.allow(named.map { OutsideUse($0, to: to ?? "") }.sorted { $0.shown < $1.shown })
    }
    try place.allowUses(named, isConfirmed: yes || !named.isEmpty)
  }
}
