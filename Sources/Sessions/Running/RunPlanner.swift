package import Networking
package import Workspaces

/// Makes the plans of one run; holds what they share in one object.
package final class RunPlanner: Sendable {
  /// What the user's options change in every request.
  package struct Changes: Sendable {
    var options: @Sendable (inout TransferOptions) -> Void
    /// `nil` if the options change no settings that a request defines itself.
    package var settings: (@Sendable (inout RequestSettings) -> Void)?

    package init(options: @escaping @Sendable (inout TransferOptions) -> Void = { _ in }) {
      self.options = options
    }
  }

  let workspace: Workspace
  private let environment: String?
  private let inputs: VariableInputs
  private let changes: Changes
  /// Whether the user confirmed changes in a protected environment.
  private let isConfirmed: Bool

  package init(
    workspace: Workspace, environment: String?, inputs: VariableInputs, isConfirmed: Bool,
    changes: Changes = Changes()
  ) {
    self.workspace = workspace
    self.environment = environment
    self.inputs = inputs
    self.isConfirmed = isConfirmed
    self.changes = changes
  }

  /// The context of the folder that contains `node`.
  func folder(of node: RequestNode) throws(WorkspaceError) -> RunFolder {
    var context = try workspace.context(for: node.path, environment: environment, inputs: inputs)
    changes.options(&context.options)
    return RunFolder(context, self)
  }

  /// - Parameter isAgreed: whether the user agreed to send the listed method.
  /// - Throws: also if it would change data in a protected environment, which the user has not been asked about: the
  ///   list may be older than the file.
  func plan(
    _ node: RequestNode, _ source: RequestSource, _ context: SendContext, isAgreed: Bool
  ) throws(WorkspaceError) -> SendPlan {
    var plan = try SendPlan(
      saved: node, try source.file(), in: workspace, context, environment: environment)
    plan.isConfirmed = isConfirmed
    let method = plan.definition.method
    let isKnown = isConfirmed || isAgreed && method.uppercased() == node.method.uppercased()
    if let environment = context.environment, environment.asks(before: method), !isKnown {
      let why = "not sent: it is a \(method) now, and environment \(environment.name) is protected"
      throw .invalid(Notice(.error, node.path, why))
    }
    changes.settings?(&plan.definition.settings)
    return plan
  }
}

extension SendPlan {
  /// The plan for a saved request whose file has been read, in its folder's context.
  package init(
    saved request: RequestNode, _ file: RequestFile, in workspace: Workspace, _ context: SendContext,
    environment: String?
  ) throws(WorkspaceError) {
    for notice in file.notices where notice.severity == .error { throw WorkspaceError.invalid(notice) }
    self.init(
      definition: file.definition, context: context, workspace: workspace, requestID: request.id,
      environment: environment)
  }
}
