import Networking
package import Workspaces

/// A request open on the screen: the draft, and the file it is based on.
package struct OpenRequest: Sendable {
  package var definition: RequestDefinition
  /// `nil` if it was never saved.
  package var path: String?
  /// The collection's root for a request that was never saved; `nil` for the workspace's first collection.
  package var collection: String?
  /// What it inherits from its collection.
  package var inherits = Inheritance.everything
  /// The file as it was when editing began. Later changes on disk do not matter: what the screen shows is sent.
  package var file: RequestFile?
  package var environment: String?
  package var inputs: VariableInputs
  package var isConfirmed = false
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
    // What the history stored was sent by the user, and no collection names it.
    if inherits != .everything {
      let folder = OutsideSource.file(at: History(workspace: workspace).folder).name
      let files = OutsideSource.files(of: definition.body, in: context.folder)
      context.consent?.named.formUnion(files.filter { $0.name.hasPrefix(folder + "/") })
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
    return plan
  }
}

extension SendSession {
  /// Sends a request that is open on the screen.
  @discardableResult
  package nonisolated func send<Stop: Error>(
    _ request: OpenRequest, in workspace: Workspace, through drivers: [ConversationDriver]? = nil,
    tell: (SendEvent) throws(Stop) -> Void
  ) async throws(Stop) -> SessionAnswer? {
    let plan: SendPlan
    do throws(SendFault) { plan = try await request.plan(in: workspace) } catch {
      try end(.refused(error), tell)
      return nil
    }
    return try await send(plan, through: drivers, tell: tell)
  }
}
