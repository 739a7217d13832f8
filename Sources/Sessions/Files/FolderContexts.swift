package import Workspaces

/// Caches the inherited and resolved settings of folders; discarded when something on disk changes.
package struct FolderContexts: Sendable {
  /// The inputs that determine the variables of a request, apart from the request itself.
  package struct Place: Hashable, Sendable {
    package var folder: String
    package var environment: String?
    package var inputs: VariableInputs

    package init(folder: String, environment: String?, inputs: VariableInputs) {
      self.folder = folder
      self.environment = environment
      self.inputs = inputs
    }
  }

  private var known: [Place: SendContext] = [:]

  package init() {}

  package subscript(place: Place) -> SendContext? {
    get { known[place] }
    set { known[place] = newValue }
  }

  package mutating func forget() { known = [:] }

  /// Secrets visible to the requests of a folder, apart from those in the secret store; writing one to a file needs
  /// consent.
  package func secretValues(in folder: String) -> [String: String] {
    known.filter { $0.key.folder == folder }.values.reduce(into: [:]) { all, context in
      all.merge(context.secretValues.filter { !$0.value.isEmpty }) { first, _ in first }
    }
  }
}

extension Workspace {
  /// The context of a request, including the names of secrets whose commands have not run.
  package func shownContext(
    for path: String, environment: String?, inputs: VariableInputs
  ) throws(WorkspaceError) -> SendContext {
    var context = try context(for: path, environment: environment, inputs: inputs)
    guard let environment, !context.variables.unsetSecrets.isEmpty,
      let file = try self.environment(named: environment, of: collection(of: path))
    else { return context }
    // The command supplies the value when the request is sent; until then, the name is only marked as secret.
    for command in try secretCommands(of: file) { context.setSecret(command.name, "", from: command) }
    return context
  }
}
