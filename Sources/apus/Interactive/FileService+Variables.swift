import Explorer
import Workspaces

/// The key for a request's variables: its folder, the environment, and the given values.
struct Surroundings: Hashable {
  var folder: String
  var environment: String?
  var inputs: VariableInputs
}

extension FileService {
  /// Uses memory until something on the disk changes: editing a variable reads no file.
  func loadVariables(
    _ key: RequestKey, _ environment: String?, _ draft: RequestDefinition, _ inputs: VariableInputs,
    _ post: @escaping Services.Post
  ) {
    let place = Surroundings(
      folder: key.path.map(\.folder) ?? workspace.path, environment: environment, inputs: inputs)
    if let known = surroundings[place] {
      // The answer to an older question must not arrive after this one.
      lanes.variables.supersede()
      return tell(known, key, draft, post)
    }
    let path = key.path ?? workspace.path
    var all = inputs
    all.process = process
    lanes.variables.begin { [workspace, all, weak self] isWanted in
      do throws(WorkspaceError) {
        let context = try workspace.surroundings(of: path, environment, all)
        if isWanted() { await self?.read(context, place, key, draft, post) }
      } catch {
        if isWanted() { post(.notified(.warning, error.description)) }
      }
    }
  }

  private func read(
    _ context: SendContext, _ place: Surroundings, _ key: RequestKey, _ draft: RequestDefinition, _ post: Services.Post
  ) {
    surroundings[place] = context
    tell(context, key, draft, post)
  }

  private func tell(
    _ context: SendContext, _ key: RequestKey, _ draft: RequestDefinition, _ post: Services.Post
  ) {
    post(
      .files(
        .variablesLoaded(
          key, context.table(for: draft), certificates: context.certificates, proxy: context.ownProxy)))
  }

  /// The secrets visible to requests of a folder, apart from those in the store: writing them needs a question.
  func secretValues(for path: String) -> [String: String] {
    surroundings.filter { $0.key.folder == path.folder }.values.reduce(into: [:]) { all, context in
      all.merge(context.secretValues.filter { !$0.value.isEmpty }) { first, _ in first }
    }
  }

  /// Call this when something that is not watched has changed, such as a secret in the user's own folder.
  func forgetSurroundings() { surroundings = [:] }
}

extension Workspace {
  /// The context of a request, including the names of secrets whose commands have not been run.
  fileprivate func surroundings(
    of path: String, _ environment: String?, _ inputs: VariableInputs
  ) throws(WorkspaceError) -> SendContext {
    var context = try context(for: path, environment: environment, inputs: inputs)
    guard let environment, !context.variables.unsetSecrets.isEmpty,
      let file = try self.environment(named: environment, of: collection(of: path))
    else { return context }
    // The command provides the value when the request is sent; until then only its name is known to be secret.
    for command in try secretCommands(of: file) { context.setSecret(command.name, "", from: command) }
    return context
  }
}
