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
      case .save(let collection, let from, let to, let consent):
        try save(from: from, to: to, in: collection, consent)
        tell(collection, to.name, "Saved environment \(to.name)", post)
      case .create(let collection, let environment):
        _ = try workspace.createEnvironment(environment, of: collection)
        tell(collection, environment.name, "Made environment \(environment.name)", post)
      case .duplicate(let collection, let name, let copy):
        _ = try workspace.duplicateEnvironment(name, of: collection, as: copy)
        tell(collection, copy, "Duplicated \(name) as \(copy)", post)
      case .rename(let collection, let name, let new):
        _ = try workspace.renameEnvironment(name, of: collection, to: new)
        tell(collection, new, "Renamed \(name) to \(new)", post)
      case .delete(let collection, let name):
        _ = try workspace.deleteEnvironment(name, of: collection)
        tell(collection, nil, "Deleted environment \(name)", post)
      }
    } catch {
      if case .save(let collection, let from, let to, let consent) = effect,
        let (asked, what) = question(error, to.name)
      {
        let again = EnvironmentEffect.save(collection: collection, from: from, to: to, consent.union(asked))
        return post(.environment(.consentNeeded(again, what)))
      }
      post(.environment(.failed(error.description)))
    }
  }

  /// What may be done once the user agrees, and in which words to ask; `nil` for what cannot be agreed to.
  private func question(_ error: WorkspaceError, _ name: String) -> (SaveConsent, String)? {
    switch error {
    case .secretsWouldBeWritten(_, let names):
      (.writingSecrets, "This writes the secret \(names.joined(separator: ", ")) into the file of \(name)")
    case .commentsWouldBeLost(_, let comments):
      (.losingComments, "This removes \(comments.prefix(3).joined(separator: ", ")) from the file of \(name)")
    default: nil
    }
  }

  /// What another program changed in the file meanwhile stays.
  private func save(
    from: Environment, to: Environment, in collection: String, _ consent: SaveConsent
  ) throws(WorkspaceError) {
    let file = try file(from.name, in: collection)
    let options = SaveOptions(
      mayLoseComments: consent.contains(.losingComments), mayWriteSecrets: consent.contains(.writingSecrets))
    _ = try workspace.save(file.environment.merging(from: from, to: to), to: file, options: options)
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
