import ArgumentParser
import Interchange
import Networking
import Sessions
import Workspaces

/// The options for authentication: curl's names where curl has them, the file format's names otherwise.
struct AuthenticationOptions: ParsableArguments, Sendable {
  /// The schemes that `--auth` accepts, as the file format spells them.
  static let schemes = AuthenticationSchemes.builtIn.list.filter { $0.application != nil }

  @Option(
    name: [.customShort("u", allowingJoined: true), .customLong("user")], parsing: .unconditional,
    help: ArgumentHelp("Authenticate with Basic, or with a scheme named below.", valueName: "name:password"))
  var user: String?

  @Flag(help: "With --user: Digest.")
  var digest = false

  @Flag(help: "With --user: NTLM.")
  var ntlm = false

  @Flag(help: "With --user: Negotiate; ':' uses the Kerberos login.")
  var negotiate = false

  @Option(
    name: .customLong("aws-sigv4"), parsing: .unconditional,
    help: ArgumentHelp(
      "With --user, the key's id and secret: an AWS signature, such as aws:amz:eu-west-1:s3.",
      valueName: "provider:provider:region:service"))
  var signature: String?

  @Option(
    name: [.customLong("bearer"), .customLong("oauth2-bearer")], parsing: .unconditional,
    help: ArgumentHelp("Authenticate with this bearer token.", valueName: "token"))
  var bearer: String?

  @Option(
    help: ArgumentHelp("Authenticate with this scheme of the file format.", valueName: "scheme"),
    completion: .list(schemes.map(\.word)))
  var auth: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set a field of --auth, or of the saved authentication; may be repeated.", valueName: "name=value"))
  var authField: [String] = []

  @Flag(help: "Send no credentials, overriding the saved request.")
  var noAuth = false

  func validate() throws {
    if [user != nil, bearer != nil, noAuth, auth != nil || !authField.isEmpty].count(where: \.self) > 1 {
      throw ValidationError("--user, --bearer, --auth and --no-auth exclude each other.")
    }
    let ways = [digest, ntlm, negotiate, signature != nil].count(where: \.self)
    if ways > 0, user == nil { throw ValidationError("--digest, --ntlm, --negotiate and --aws-sigv4 need --user.") }
    if ways > 1 { throw ValidationError("--digest, --ntlm, --negotiate and --aws-sigv4 exclude each other.") }
    if let auth, scheme == nil {
      let known = Self.schemes.map(\.word).joined(separator: ", ")
      throw ValidationError("There is no scheme \(TerminalText.line(auth)); --auth takes \(known).")
    }
  }

  /// All values from the command line.
  var words: [String] { [user, signature, bearer].compactMap(\.self) + authField }

  private var scheme: AuthenticationScheme? { Self.schemes.first { $0.word == auth } }
}

extension AuthenticationOptions {
  /// Applies the options on top of the authentication that the request has or inherits.
  func apply(to plan: inout SendPlan) throws(Failure) {
    if noAuth { plan.definition.authentication = .none }
    if let bearer { plan.definition.authentication = Authentication(.bearer, [.init("token", bearer)]) }
    if let user { apply(user, to: &plan) }
    try applyFields(to: &plan)
  }

  private func apply(_ user: String, to plan: inout SendPlan) {
    let halves = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let (name, password) = (halves[0], halves.count > 1 ? halves[1] : "")
    if negotiate {
      plan.definition.authentication = .none
      plan.context.options.authentication = TransferOptions.Authentication(.negotiate, user: name, password: password)
      return
    }
    if let signature {
      plan.definition.authentication = Authentication(awsSignature: signature, key: name, secret: password)
      return
    }
    plan.definition.authentication = Authentication(
      digest ? .digest : ntlm ? .ntlm : .basic, [.init("username", name), .init("password", password)])
  }

  /// Fields that are not given keep their saved values, unless the scheme changes.
  private func applyFields(to plan: inout SendPlan) throws(Failure) {
    guard auth != nil || !authField.isEmpty else { return }
    var used = plan.context.authentication(of: plan.definition).0
    if let scheme, scheme != used.scheme { used = Authentication(scheme) }
    let fields = try WorkspaceChoice.assignments(in: authField, of: "sets no field; write NAME=VALUE")
    for (name, value) in fields { used[name] = value }
    plan.definition.authentication = used
  }
}
