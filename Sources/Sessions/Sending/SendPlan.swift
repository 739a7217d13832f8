package import Interchange
package import Networking
package import Workspaces

/// A request to send or export: the edited definition, what it inherits, and changes to apply once its variables are
/// filled in.
package struct SendPlan: Sendable {
  package var definition: RequestDefinition
  package var context: SendContext
  /// `nil` for a URL outside any workspace.
  package var workspace: Workspace?
  /// The saved request it came from (`users/get-user`).
  package var requestID: String?
  /// The name of the environment.
  package var environment: String?
  /// Changes to apply once the variables are filled in.
  package var changes: [Change] = []
  /// Whether the user confirmed a request that may change data in a protected environment.
  package var isConfirmed = false
  /// Of a plan that may be sent many times.
  var memory: SendMemory?

  package enum Change: Sendable {
    /// A body to send as it is, without variables.
    case body([UInt8])
    /// A header that must not be added.
    case suppress(String)
    /// What a curl command can say but a saved request cannot hold.
    case extras(CurlImport.Extras, standardInput: @Sendable () -> BodyStream)
  }

  package init(
    definition: RequestDefinition, context: SendContext, workspace: Workspace? = nil, requestID: String? = nil,
    environment: String? = nil
  ) {
    self.definition = definition
    self.context = context
    self.workspace = workspace
    self.requestID = requestID
    self.environment = environment
  }

  /// Resolves variables and builds the request; its exact bytes are then known.
  /// - Parameters:
  ///   - other: replaces the plan's own context, if it contains more.
  ///   - kinds: the kinds of request that can be sent, as `RequestDefinition.Kind.word`.
  package func prepared(
    in other: SendContext? = nil, dynamic: DynamicValues = .live, logins: Logins = Logins(),
    kinds: Set<String> = RequestDefinition.Kind.wordsOfHTTP
  ) throws(SendFault) -> PreparedRequest {
    var prepared: PreparedRequest
    do throws(SendRefusal) {
      prepared = try PreparedRequest(
        definition, in: other ?? context, dynamic: dynamic, logins: logins, kinds: kinds)
    } catch {
      throw .refusal(error)
    }
    guard !changes.isEmpty else { return prepared }
    do throws(RequestError) {
      for change in changes { prepared.request = try change.applied(to: prepared.request) }
    } catch {
      throw .request(error)
    }
    prepared.redaction = prepared.redaction.adding(credentialsOf: prepared.request)
    return prepared
  }
}

extension SendPlan.Change {
  fileprivate func applied(to request: Request) throws(RequestError) -> Request {
    switch self {
    case .body(let bytes): try request.with { $0.body = .bytes(bytes) }
    case .suppress(let name): try request.with { $0.suppress(name) }
    case .extras(let extras, let standardInput): try extras.completed(request, standardInput: standardInput)
    }
  }
}
