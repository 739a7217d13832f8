import Networking
import Workspaces

/// A request as it stands on a screen: the draft, and the file that it began with.
package struct OpenRequest: Sendable {
  package var definition: RequestDefinition
  /// `nil` for one that was never saved.
  package var path: String?
  /// Root of the collection around one that was never saved; `nil` for the first of the workspace.
  package var collection: String?
  /// What it takes over from its collection.
  package var inherits = Inheritance.everything
  /// The file as the draft began with it. What the disk says by now is another matter: what is on the screen is sent.
  package var file: RequestFile?
  package var environment: String?
  package var inputs: VariableInputs
  package var isConfirmed = false

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

  /// Reads what is around it, beside everything else: a task that is cancelled does not wait for it.
  package func plan(in workspace: Workspace) async throws(SendFault) -> SendPlan {
    // Nothing is sent without what its file says and nobody can know the meaning of.
    if let damage = file?.damage(under: definition) { throw .file(.invalid(damage)) }
    let context: SendContext
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
    var plan = SendPlan(
      definition: definition, context: context, workspace: workspace, requestID: path.map(workspace.requestID),
      environment: environment)
    plan.isConfirmed = isConfirmed
    return plan
  }
}

extension SendSession {
  /// The same for a request that is open on a screen.
  @discardableResult
  package nonisolated func send<Stop: Error>(
    _ request: OpenRequest, in workspace: Workspace, tell: (SendEvent) throws(Stop) -> Void
  ) async throws(Stop) -> SessionAnswer? {
    let plan: SendPlan
    do throws(SendFault) { plan = try await request.plan(in: workspace) } catch {
      try end(.refused(error), tell)
      return nil
    }
    return try await send(plan, tell: tell)
  }
}
