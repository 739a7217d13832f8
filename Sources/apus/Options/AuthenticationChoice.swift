import ArgumentParser
import Networking
import Sessions
import Workspaces

/// The authentication given on the command line.
struct AuthenticationChoice: Equatable, Sendable {
  var user: String?
  var digest = false
  var ntlm = false
  var negotiate = false
  var signature: String?
  var bearer: String?
  var auth: String?
  var authField: [String] = []
  var noAuth = false

  func validate() throws {
    if [user != nil, bearer != nil, noAuth, auth != nil || !authField.isEmpty].count(where: \.self) > 1 {
      throw ValidationError("--user, --bearer, --auth and --no-auth exclude each other.")
    }
    let ways = [digest, ntlm, negotiate, signature != nil].count(where: \.self)
    if ways > 0, user == nil { throw ValidationError("--digest, --ntlm, --negotiate and --aws-sigv4 need --user.") }
    if ways > 1 { throw ValidationError("--digest, --ntlm, --negotiate and --aws-sigv4 exclude each other.") }
    if let auth, scheme == nil {
      let known = AuthenticationOptions.schemes.map(\.word).joined(separator: ", ")
      throw ValidationError("There is no scheme \(TerminalText.line(auth)); --auth takes \(known).")
    }
  }

  /// All values from the command line.
  var words: [String] { [user, signature, bearer].compactMap(\.self) + authField }

  private var scheme: AuthenticationScheme? { AuthenticationOptions.schemes.first { $0.word == auth } }
}

extension AuthenticationChoice {
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
      plan.context.options.authentication = TransportAuthentication(.negotiate, user: name, password: password)
      return
    }
    if let signature {
      let parts = signature.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      plan.definition.authentication = Authentication(
        .awsv4,
        [
          .init("accessKeyId", name), .init("secretAccessKey", password),
          .init("service", parts.count > 3 ? parts[3] : ""), .init("region", parts.count > 2 ? parts[2] : ""),
        ])
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
    for (name, value) in try WorkspaceChoice.assignments(in: authField) { used[name] = value }
    plan.definition.authentication = used
  }
}
