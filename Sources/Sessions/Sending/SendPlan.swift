package import Essentials
package import Interchange
package import Networking
package import Workspaces

/// A request to send or export: the edited definition, what it inherits, and changes to apply after filling in
/// variables.
package struct SendPlan: Sendable {
  @Indirect package var definition: RequestDefinition
  @Indirect package var context: SendContext
  /// `nil` for a URL outside any workspace.
  package var workspace: Workspace?
  /// The saved request it came from (`users/get-user`).
  package var requestID: String?
  /// The number of a request without a file, under which the history keeps its exchanges until it is saved.
  package var draft: String?
  package var environment: String?
  /// Changes to apply after filling in variables.
  package var changes: [Change] = []
  /// True if the user confirmed a request that may change data in a protected environment.
  package var isConfirmed = false
  /// The requests that the user agreed to send again for their answers.
  package var agreedResends: Set<String> = []
  /// False to send without scripts, as the user chose.
  package var runsScripts = true
  /// See `PreparedRequest.redirectRefusal`.
  var redirectRefusal: PreparedRequest.RedirectRefusal?

  package enum Change: Sendable {
    /// A body to send as it is, without variables.
    case body([UInt8])
    /// A header that must not be added.
    case suppress(String)
    /// Parts of a curl command that a saved request cannot hold.
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

  /// The same for a request that is only written: what is masked there needs no consent.
  package func written(revealingSecrets reveals: Bool) -> SendPlan {
    var plan = self
    plan.context.consent?.masksSecrets = !reveals
    return plan
  }

  /// Resolves variables and builds the request, whose exact bytes are then known.
  /// - Parameters:
  ///   - kinds: the kinds of request that can be sent, as `RequestDefinition.Kind.word`.
  package func prepared(
    in other: SendContext? = nil, dynamic: DynamicValues = .live, logins: Logins = Logins(client: Client()),
    kinds: Set<String> = RequestDefinition.Kind.wordsOfHTTP
  ) throws(SendFault) -> PreparedRequest {
    var prepared: PreparedRequest
    do throws(SendRefusal) {
      prepared = try PreparedRequest(
        definition, in: other ?? context, dynamic: dynamic, logins: logins, kinds: kinds)
    } catch {
      throw .refusal(error)
    }
    prepared.redirectRefusal = redirectRefusal
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
    case .suppress(let name): try request.with { $0.suppress(Headers.Name(name)) }
    case .extras(let extras, let standardInput): try extras.completed(request, standardInput: standardInput)
    }
  }
}

extension SendPlan {
  /// Adds the value of every `{{request | part}}` in the history, and the reason for each missing one, for an export,
  /// which sends nothing.
  package mutating func addRecordedAnswers(now: Date) {
    guard let workspace else { return }
    for reference in context.neededAnswers(of: definition, in: workspace).map(\.reference) {
      let scope = context.answerScope
      do throws(WorkspaceError) {
        if try context.addRecorded(reference, in: workspace, now: now) { continue }
        context.variables.missingAnswers[reference.name] = try workspace.whyNotRecorded(
          reference, environment: scope.environment, in: scope.collection, now: now)
      } catch {
        context.variables.missingAnswers[reference.name] = "the history cannot be read: \(error.description)"
      }
    }
  }
}

extension SendContext {
  /// Adds a value of the last answer in the history.
  /// - Returns: true if the history has it.
  mutating func addRecorded(
    _ reference: ResponseReference, in workspace: Workspace, now: Date
  ) throws(WorkspaceError) -> Bool {
    let scope = answerScope
    guard
      let value = try workspace.recordedValue(
        of: reference, environment: scope.environment, in: scope.collection, now: now)
    else { return false }
    variables.add(value, for: reference)
    return true
  }
}
