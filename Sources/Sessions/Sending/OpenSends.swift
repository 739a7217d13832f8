import Essentials
package import Networking
import Synchronization
package import Workspaces

/// A request open on the screen: the draft, and the file it is based on.
package struct OpenRequest: Sendable {
  package var definition: RequestDefinition
  /// `nil` if it was never saved.
  package var path: String?
  /// The collection's root for a request that was never saved; `nil` for the workspace's first collection.
  package var collection: String?
  /// The settings that it inherits from its collection.
  package var inherits = Inheritance.everything
  /// The file as of the start of editing. Later changes on disk do not matter: the request is sent as the screen shows
  /// it.
  package var file: RequestFile?
  package var environment: String?
  package var inputs: VariableInputs
  package var isConfirmed = false
  /// See `SendPlan`.
  package var draft: String?
  package var agreedResends: Set<String> = []
  /// See `SendPlan`.
  package var runsScripts = true
  /// The file of certificate authorities to trust instead of the system's.
  package var authorities: String?

  package init(
    _ definition: RequestDefinition, path: String?, file: RequestFile?, environment: String?, inputs: VariableInputs
  ) {
    self.definition = definition
    self.path = path
    self.file = file
    self.environment = environment
    self.inputs = inputs
  }

  private var place: String? { path ?? collection }

  /// Reads what the request inherits; a cancelled task does not wait for it.
  package func plan(in workspace: Workspace) async throws(SendFault) -> SendPlan {
    // If parts of the file cannot be understood, sending without them would send the wrong request.
    if let damage = file?.damage(under: definition) { throw .file(.invalid(damage)) }
    var context: SendContext
    do {
      context = try await Reading.value { [place, environment, inputs, inherits] () throws(WorkspaceError) in
        let place = place ?? workspace.path
        return try workspace.context(for: place, environment: environment, inputs: inputs).inheriting(inherits)
      }
    } catch let error as WorkspaceError {
      throw .file(error)
    } catch {
      throw .cancelled
    }
    // A request from the history was already sent by the user, and no collection defines it.
    if inherits != .everything {
      let folder = UserValueSource.file(at: History(workspace: workspace).folder).name
      let files = UserValueSource.files(of: definition.body, in: context.folder)
      context.consent?.named.formUnion(files.filter { FilePaths.isBelow($0.name, folder) })
    }
    if let authorities {
      var tls = context.options.tls ?? TransferOptions.TLSOptions()
      tls.caFile = authorities
      context.options.tls = tls
    }
    var plan = SendPlan(
      definition: definition, context: context, workspace: workspace, requestID: path.map(workspace.requestID),
      environment: environment)
    plan.isConfirmed = isConfirmed
    plan.draft = draft
    plan.agreedResends = agreedResends
    plan.runsScripts = runsScripts
    return plan
  }
}

extension SendSession {
  /// Sends a request that is open on the screen.
  @discardableResult
  package nonisolated func send<Stop: Error>(
    _ request: OpenRequest, in workspace: Workspace, through drivers: [ConversationDriver]? = nil,
    report: (SendEvent) throws(Stop) -> Void
  ) async throws(Stop) -> SessionAnswer? {
    let plan: SendPlan
    do throws(SendFault) { plan = try await request.plan(in: workspace) } catch {
      try end(.refused(error), report)
      return nil
    }
    return try await send(plan, through: drivers, report: report)
  }
}

/// The sends in flight of open requests: each in its own task, with a number to cancel it.
// A class because the sends outlive the calls that start them.
package final class OpenSends: Sendable {
  private struct Running {
    var task: Task<Void, Never>
    /// True if its exchange has ended and is being written to the history.
    var isKeeping = false
    /// The input for messages to the conversation, once the request is known.
    var input: ConversationInput?
    var send: SessionSend?
  }

  private let running = Mutex<[Int: Running]>([:])

  package init() {}

  /// Starts a send, which can be cancelled from then on.
  /// - Parameters:
  ///   - drivers: the drivers to use; `nil` uses the session's own.
  ///   - input: takes messages from the user; see `send(_:to:of:)`.
  ///   - report: called for each step, in the sending task.
  package func begin(
    _ number: Int, _ request: OpenRequest, in workspace: Workspace, of session: SendSession,
    through drivers: [ConversationDriver]? = nil, input: ConversationInput? = nil,
    report: @escaping @Sendable (SendEvent) -> Void
  ) {
    // Under the lock, so that the task cannot end before it is registered.
    running.withLock { running in
      running[number] = Running(
        task: Task { [self] in
          await session.send(request, in: workspace, through: drivers) { event in
            switch event {
            case .finished: self.running.withLock { $0[number]?.isKeeping = true }
            case .resolved(let send) where input != nil: self.running.withLock { $0[number]?.send = send }
            default: break
            }
            report(event)
          }
          self.running.withLock { $0[number] = nil }
        }, input: input)
    }
  }

  /// Sends a message to the conversation of a send, with the current variables.
  /// - Throws: the reason why it was not sent.
  package func send(_ outgoingMessage: OutgoingMessage, to number: Int, of session: SendSession) throws(SendFault) {
    let (input, send) = running.withLock { ($0[number]?.input, $0[number]?.send) }
    guard let input, let send else { throw .refusal(Self.isOver) }
    let runtime = session.runtime(in: send.context.answerScope)
    let resolved = try send.prepared(outgoingMessage, runtime, session.dynamic)
    let message = try outgoingMessage.prepared(resolved, in: send.context.folder)
    input.send(message.kind, message.bytes)
  }

  /// Ends the input of a conversation, which may go on.
  package func endInput(of number: Int) { running.withLock { $0[number]?.input }?.close() }

  private static let isOver = SendRefusal(.kind, .invalid("the conversation is over"), "message")

  package func cancel(_ number: Int) { running.withLock { $0[number]?.task }?.cancel() }

  /// Cancels all sends, and waits until the history has recorded their partial exchanges.
  package func finish() async {
    let all = running.withLock { Array($0.values) }
    for send in all where !send.isKeeping { send.task.cancel() }
    for send in all { await send.task.value }
  }
}

/// The secrets in the last answer to each open request, by file path, for recording answers.
// A class because the send and file services share it.
package final class AnswerRedactions: Sendable {
  private let redactions = Mutex<[String: Redaction]>([:])

  package init() {}

  package subscript(path: String) -> Redaction? {
    get { redactions.withLock { $0[path] } }
    set { redactions.withLock { $0[path] = newValue } }
  }
}
