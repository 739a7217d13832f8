import Explorer
import Workspaces

/// What decides about the variables of a request: where it lies, the environment, the values that are given.
struct Surroundings: Hashable {
  var folder: String
  var environment: String?
  var overrides: [String: String]
}

extension FileService {
  /// From memory until something on the disk changes: an edit of a variable reads nothing.
  func loadVariables(
    _ key: RequestKey, _ environment: String?, _ draft: RequestDefinition, _ overrides: [String: String],
    _ post: Services.Post
  ) {
    let path = key.path ?? workspace.path
    let place = Surroundings(
      folder: key.path.map(\.folder) ?? workspace.path, environment: environment, overrides: overrides)
    do throws(WorkspaceError) {
      var context: SendContext
      if let known = surroundings[place] {
        context = known
      } else {
        context = try workspace.context(
          for: path, environment: environment, inputs: VariableInputs(overrides: overrides, process: process))
        surroundings[place] = context
      }
      post(.files(.variablesLoaded(key, context.table(for: draft))))
    } catch {
      post(.notified(.warning, error.description))
    }
  }

  /// Something that is not watched changed, such as a secret in the user's own folder.
  func forgetSurroundings() { surroundings = [:] }
}
