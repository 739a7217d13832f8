import Networking
import Workspaces

/// What `send`, `run` and `export` work on: a request as edited, everything around it, and what the command line
/// changes after the variables are resolved.
struct SendPlan: Sendable {
  var definition: RequestDefinition
  var context: SendContext
  /// `nil` for a URL that no workspace is around.
  var workspace: Workspace?
  /// The saved request it came from (`users/get-user`).
  var requestID: String?
  /// The name of the environment.
  var environment: String?
  /// A body that is sent as it is, without variables.
  var body: [UInt8]?
  /// Headers that nobody may add.
  var suppressed: [String] = []

  /// Resolves and builds; what is sent is then known to the byte.
  func prepared() throws(Failure) -> PreparedRequest {
    var prepared: PreparedRequest
    do throws(SendRefusal) {
      prepared = try PreparedRequest(definition, in: context)
    } catch {
      throw refused(error)
    }
    guard body != nil || !suppressed.isEmpty else { return prepared }
    do throws(RequestError) {
      prepared.request = try prepared.request.with { config in
        if let body { config.body = .bytes(body) }
        for name in suppressed { config.suppress(name) }
      }
    } catch {
      throw Failure(.request, TerminalText.shown(error.description))
    }
    return prepared
  }

  private func refused(_ refusal: SendRefusal) -> Failure {
    var message = "\(requestID ?? definition.url): \(refusal)"
    if case .unresolved = refusal.problem, environment == nil, requestID != nil {
      message += "; choose an environment with --env, or set it with --var"
    }
    return Failure(.request, TerminalText.shown(message))
  }
}
