import Interchange
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
  /// What is changed once the variables are in.
  var changes: [Change] = []

  enum Change: Sendable {
    /// A body that is sent as it is, without variables.
    case body([UInt8])
    /// A header that nobody may add.
    case suppress(String)
    /// What a curl command says and a saved request cannot hold.
    case extras(CurlImport.Extras)
  }

  /// Resolves and builds; what is sent is then known to the byte.
  func prepared() throws(Failure) -> PreparedRequest {
    let prepared: PreparedRequest
    do throws(SendRefusal) { prepared = try PreparedRequest(definition, in: context) } catch { throw refused(error) }
    return try changed(prepared)
  }

  /// The same with what a session knows: captured values, logins, and answers of other requests, which are sent first
  /// where they are missing.
  func prepared(in session: SendSession?, isConfirmed: Bool = false) async throws(Failure) -> SessionSend {
    guard let session else { return SessionSend(prepared: try prepared(), context: context, requestID: requestID) }
    var send: SessionSend
    do throws(SendRefusal) {
      send = try await session.prepare(definition, requestID: requestID, in: context, isConfirmed: isConfirmed)
    } catch {
      throw refused(error)
    }
    if !changes.isEmpty { send.prepared = try changed(send.prepared) }
    return send
  }

  private func changed(_ prepared: PreparedRequest) throws(Failure) -> PreparedRequest {
    var prepared = prepared
    do throws(RequestError) {
      for change in changes { prepared.request = try Self.changed(prepared.request, change) }
    } catch {
      throw Failure(.request, error.description)
    }
    if !changes.isEmpty { prepared.redaction = prepared.redaction.adding(credentialsOf: prepared.request) }
    return prepared
  }

  private static func changed(_ request: Request, _ change: Change) throws(RequestError) -> Request {
    switch change {
    case .body(let bytes): try request.with { $0.body = .bytes(bytes) }
    case .suppress(let name): try request.with { $0.suppress(name) }
    case .extras(let extras): try extras.completed(request, standardInput: StandardInputStream.body)
    }
  }

  func refused(_ refusal: SendRefusal) -> Failure {
    var message = "\(requestID ?? definition.url): \(refusal)"
    if case .unresolved = refusal.problem, environment == nil, requestID != nil {
      message += "; or choose an environment with --env"
    }
    if case .notAllowed(let uses) = refusal.problem, let collection = context.consent?.collection {
      message += "; allow it with: \(AllowLine(uses, for: collection).text)"
    }
    return Failure(.request, TerminalText.line(message))
  }
}
