import Interchange
import Networking
import Workspaces

/// A request that is to be sent or exported: as edited, everything around it, and what is changed of it once its
/// variables are filled in.
package struct SendPlan: Sendable {
  package var definition: RequestDefinition
  package var context: SendContext
  /// `nil` for a URL that no workspace is around.
  package var workspace: Workspace?
  /// The saved request it came from (`users/get-user`).
  package var requestID: String?
  /// The name of the environment.
  package var environment: String?
  /// What is changed once the variables are in.
  package var changes: [Change] = []
  /// The user agreed to more than reading where the environment is protected.
  package var isConfirmed = false

  package enum Change: Sendable {
    /// A body that is sent as it is, without variables.
    case body([UInt8])
    /// A header that nobody may add.
    case suppress(String)
    /// What a curl command says and a saved request cannot hold.
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

  /// Resolves and builds; what is sent is then known to the byte.
  /// - Parameters:
  ///   - other: what is around it, where that is more than the plan knows.
  ///   - kinds: the kinds of request that can be sent, by their words.
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
