import Explorer
import Sessions
import Workspaces

extension FileService {
  /// Uses memory until something on the disk changes: editing a variable reads no file.
  func loadVariables(
    _ key: RequestKey, _ environment: String?, _ draft: RequestDefinition, _ inputs: VariableInputs,
    _ post: @escaping Services.Post
  ) {
    let place = FolderContexts.Place(
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
        let context = try workspace.shownContext(for: path, environment: environment, inputs: all)
        if isWanted() { await self?.read(context, place, key, draft, post) }
      } catch {
        if isWanted() { post(.notified(.warning, error.description)) }
      }
    }
  }

  private func read(
    _ context: SendContext, _ place: FolderContexts.Place, _ key: RequestKey, _ draft: RequestDefinition,
    _ post: Services.Post
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

  /// Call this when something that is not watched has changed, such as a secret in the user's own folder.
  func forgetSurroundings() { surroundings.forget() }
}
