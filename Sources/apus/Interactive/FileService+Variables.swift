import Explorer
import Networking
import Sessions
import Workspaces

extension FileService {
  /// Uses cached values until something on disk changes, so that editing a variable reads no file.
  func loadVariables(
    _ key: RequestKey, _ draft: RequestDefinition, _ terms: SendTerms, _ post: @escaping Services.Post
  ) {
    let path = key.contextPath ?? terms.collection ?? workspace.path
    let place = FolderContexts.Place(
      folder: key.contextPath.map(\.folder) ?? path, environment: terms.environment, inputs: terms.inputs)
    let inherits = terms.inherits
    if let known = surroundings[place] {
      // An older reading must not post its result after this one.
      lanes.variables.supersede()
      return tell(known.inheriting(inherits), key, draft, post)
    }
    var all = terms.inputs
    all.process = process
    lanes.variables.begin { [workspace, all, weak self] isWanted in
      do throws(WorkspaceError) {
        let context = try workspace.shownContext(for: path, environment: place.environment, inputs: all)
        guard isWanted() else { return }
        await self?.know(context, of: place)
        await self?.tell(context.inheriting(inherits), key, draft, post)
      } catch {
        if isWanted() { post(.notified(.warning, error.description)) }
      }
    }
  }

  private func know(_ context: SendContext, of place: FolderContexts.Place) { surroundings[place] = context }

  private func tell(
    _ context: SendContext, _ key: RequestKey, _ draft: RequestDefinition, _ post: Services.Post
  ) {
    let context = context.around(draft)
    let defaults = LiveClient.defaults.headers.fields.map { Row($0) }
    post(
      .files(
        .variablesLoaded(
          key, context.table(for: draft), certificates: context.certificates, proxy: context.ownProxy,
          surroundings: RequestSurroundings(
            layers: context.layers, defaults: defaults, configuration: context.configuration))))
  }

  /// Call this after a change that is not watched, such as to a secret in the user's own folder.
  func forgetSurroundings() { surroundings.forget() }
}

extension RequestKey {
  /// Where its surroundings begin: a folder's settings inherit what a request beside the folder does.
  var contextPath: String? {
    path.map { SettingsFile.kind(at: $0) == .folder ? $0.folder : $0 }
  }
}
