import Explorer
import Workspaces

/// The live environments of a workspace: every change is answered by all of them as they are then.
struct EnvironmentService: Sendable {
  let workspace: Workspace

  func run(_ effect: EnvironmentEffect, post: (Action) -> Void) {
    do throws(WorkspaceError) {
      switch effect {
      case .load(let collection):
        let (files, notices) = workspace.environments(of: collection)
        post(.environment(.loaded(files.map(\.environment))))
        if let notice = notices.first { post(.notified(.warning, "\(notice)")) }
      case .save(let collection, let from, let to):
        try save(from: from, to: to, in: collection)
        tell(collection, to.name, "Saved environment \(to.name)", post)
      case .create(let collection, let environment):
        _ = try workspace.createEnvironment(environment, of: collection)
        tell(collection, environment.name, "Made environment \(environment.name)", post)
      case .duplicate(let collection, let name, let copy):
        var environment = try file(name, in: collection).environment
        environment.name = copy
        _ = try workspace.createEnvironment(environment, of: collection)
        tell(collection, copy, "Duplicated \(name) as \(copy)", post)
      case .rename(let collection, let name, let new):
        var environment = try file(name, in: collection).environment
        environment.name = new
        try save(environment, over: name, in: collection)
        tell(collection, new, "Renamed \(name) to \(new)", post)
      case .delete(let collection, let name):
        _ = try workspace.delete(try file(name, in: collection).path)
        try workspace.secretStore(of: collection).set([:], of: name)
        tell(collection, nil, "Deleted environment \(name)", post)
      }
    } catch {
      post(.environment(.failed(error.description)))
    }
  }

  /// What another program changed in the file meanwhile stays.
  private func save(from: Environment, to: Environment, in collection: String) throws(WorkspaceError) {
    let file = try file(from.name, in: collection)
    _ = try workspace.save(file.environment.merging(from: from, to: to), to: file)
  }

  private func save(_ environment: Environment, over name: String, in collection: String) throws(WorkspaceError) {
    _ = try workspace.save(environment, to: try file(name, in: collection))
  }

  private func file(_ name: String, in collection: String) throws(WorkspaceError) -> EnvironmentFile {
    guard let file = try workspace.environment(named: name, of: collection) else {
      throw .noEnvironment(name, known: workspace.environmentNames(of: collection))
    }
    return file
  }

  private func tell(_ collection: String, _ select: String?, _ said: String, _ post: (Action) -> Void) {
    let files = workspace.environments(of: collection).environments
    post(.environment(.changed(files.map(\.environment), select: select, said: said)))
  }
}
