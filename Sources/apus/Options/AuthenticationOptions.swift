import ArgumentParser
import Workspaces

/// The options for authentication: curl's names where curl has them, the file format's names otherwise.
struct AuthenticationOptions: ParsableArguments {
  /// The schemes that `--auth` accepts, as the file format spells them.
  static let schemes = AuthenticationSchemes.builtIn.list.filter { $0.application != nil }

  @Option(
    name: [.customShort("u", allowingJoined: true), .customLong("user")], parsing: .unconditional,
    help: ArgumentHelp("Authenticate by Basic, or as the next options say.", valueName: "name:password"))
  var user: String?

  @Flag(help: "With --user: Digest.")
  var digest = false

  @Flag(help: "With --user: NTLM.")
  var ntlm = false

  @Flag(help: "With --user: Negotiate; ':' is who has logged in with Kerberos.")
  var negotiate = false

  @Option(
    name: .customLong("aws-sigv4"), parsing: .unconditional,
    help: ArgumentHelp(
      "With --user, the key's id and secret: an AWS signature, such as aws:amz:eu-west-1:s3.",
      valueName: "provider:provider:region:service"))
  var signature: String?

  @Option(
    name: [.customLong("bearer"), .customLong("oauth2-bearer")], parsing: .unconditional,
    help: ArgumentHelp("Authenticate by this token.", valueName: "token"))
  var bearer: String?

  @Option(
    help: ArgumentHelp("Authenticate by this scheme of the format.", valueName: "scheme"),
    completion: .list(schemes.map(\.word)))
  var auth: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set a field of --auth, or of the saved authentication; may be repeated.", valueName: "name=value"))
  var authField: [String] = []

  @Flag(help: "Authenticate by nothing, whatever the saved request says.")
  var noAuth = false

  /// The parsed options.
  var chosen: AuthenticationChoice {
    AuthenticationChoice(
      user: user, digest: digest, ntlm: ntlm, negotiate: negotiate, signature: signature, bearer: bearer, auth: auth,
      authField: authField, noAuth: noAuth)
  }

  func validate() throws { try chosen.validate() }
}
