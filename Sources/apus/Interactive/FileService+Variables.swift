import Explorer
import Workspaces

/// What decides about the variables of a request: where it lies, the environment, the values that are given.
struct Surroundings: Hashable {
  var folder: String
  var environment: String?
  var inputs: VariableInputs
}

extension FileService {
  /// From memory until something on the disk changes: an edit of a variable reads nothing.
  func loadVariables(
    _ key: RequestKey, _ environment: String?, _ draft: RequestDefinition, _ inputs: VariableInputs,
    _ post: Services.Post
  ) {
    let place = Surroundings(
      folder: key.path.map(\.folder) ?? workspace.path, environment: environment, inputs: inputs)
    do throws(WorkspaceError) {
      var context: SendContext
      if let known = surroundings[place] {
        context = known
      } else {
        context = try self.context(key.path ?? workspace.path, environment, inputs)
        surroundings[place] = context
      }
      post(
        .files(
          .variablesLoaded(
            key, context.table(for: draft), certificates: context.certificates, proxy: context.ownProxy)))
    } catch {
      post(.notified(.warning, error.description))
    }
  }

  private func context(
    _ path: String, _ environment: String?, _ inputs: VariableInputs
  ) throws(WorkspaceError) -> SendContext {
    var inputs = inputs
    inputs.process = process
    var context = try workspace.context(for: path, environment: environment, inputs: inputs)
    guard let environment, !context.variables.unsetSecrets.isEmpty,
      let file = try workspace.environment(named: environment, of: workspace.collection(of: path))
    else { return context }
    // A command gives them when they are sent; until then it is only known that they are secret.
    for command in try workspace.secretCommands(of: file) { context.setSecret(command.name, "", from: command) }
    return context
  }

  /// Secrets that requests of a folder can see, beside those of the store: what must not be written without a question.
  func secretValues(for path: String) -> [String: String] {
    surroundings.filter { $0.key.folder == path.folder }.values.reduce(into: [:]) { all, context in
      all.merge(context.secretValues.filter { !$0.value.isEmpty }) { first, _ in first }
    }
  }

  /// Something that is not watched changed, such as a secret in the user's own folder.
  func forgetSurroundings() { surroundings = [:] }
}
