import Explorer
import Sessions
import Workspaces

/// Reads and changes the environments of a workspace; posts all of them after each change.
struct EnvironmentService: Sendable {
  let workspace: Workspace

  func run(_ effect: EnvironmentEffect, post: (Action) -> Void) {
    do throws(WorkspaceError) {
      switch effect {
      case .load(let collection):
        let (files, notices) = workspace.environments(of: collection)
        let readable = files.map(\.environment)
        let broken = workspace.environmentNames(of: collection).filter { name in
          !readable.contains { $0.name == name }
        }
        var faults = Dictionary(
          broken.compactMap { name in fault(of: name, in: collection).map { (name, $0) } }, uniquingKeysWith: { $1 })
        for file in files {
          faults[file.environment.name] = file.notices.first { $0.severity == .error }
        }
        post(.environment(.loaded(readable, unreadable: broken, faults: faults)))
        if let notice = notices.first { post(.notified(.warning, "\(notice)")) }
      case .save(let collection, let from, let to, let consent):
        let note = try save(from: from, to: to, in: collection, consent)
        report(collection, to.name, "Saved environment \(to.name)\(note)", post)
      case .trust(let change, let isStep, let sends):
        let done = try change.apply(in: workspace)
        let all = workspace.environments(of: done.collection).environments.map(\.environment)
        post(.environment(.trusted(all, done, isStep: isStep, sends: sends)))
        let message = done.added.isEmpty ? "No longer trusted" : "Trusted"
        let back = isStep ? "; \(key: "undo") undoes it" : ""
        post(.notified(.information, "\(message): the certificate of \(done.server)\(back)"))
      case .create(let collection, let environment, let consent):
        let saved = try workspace.createEnvironment(environment, of: collection, options: consent.options())
        let note = try allowed(saved.file.environment, since: nil, in: collection)
        report(collection, environment.name, "Created environment \(environment.name)\(note)", post)
      case .duplicate(let collection, let name, let copy, let consent):
        _ = try workspace.duplicateEnvironment(name, of: collection, as: copy, options: consent.options())
        report(collection, copy, "Duplicated \(name) as \(copy)", post)
      case .rename(let collection, let name, let new):
        _ = try workspace.renameEnvironment(name, of: collection, to: new)
        report(collection, new, "Renamed \(name) to \(new)", post)
      case .delete(let collection, let name):
        _ = try workspace.deleteEnvironment(name, of: collection)
        report(collection, nil, "Deleted environment \(name)", post)
      }
    } catch {
      if let (again, what) = question(effect, error) { return post(.environment(.consentNeeded(again, what))) }
      post(.environment(.failed(error.description)))
    }
  }

  /// The error in the file of an environment; `nil` if it is readable now.
  private func fault(of name: String, in collection: String) -> Notice? {
    do throws(WorkspaceError) {
      _ = try workspace.environment(named: name, of: collection)
      return nil
    } catch .invalid(let notice) {
      return notice
    } catch {
      return Notice(.error, name, error.description)
    }
  }

  /// The effect with the required consent, and the question to ask; `nil` if consent does not help.
  private func question(_ effect: EnvironmentEffect, _ error: WorkspaceError) -> (EnvironmentEffect, String)? {
    switch effect {
    case .save(let collection, let from, let to, let consent):
      question(error, to.name).map {
        (.save(collection: collection, from: from, to: to, consent.union($0.0)), $0.1)
      }
    case .create(let collection, let environment, let consent):
      question(error, environment.name).map {
        (.create(collection: collection, environment, consent.union($0.0)), $0.1)
      }
    case .duplicate(let collection, let name, let copy, let consent):
      question(error, copy).map {
        (.duplicate(collection: collection, name: name, as: copy, consent.union($0.0)), $0.1)
      }
    default: nil
    }
  }

  /// The required consent, and the question to ask; `nil` if consent does not help.
  private func question(_ error: WorkspaceError, _ name: String) -> (SaveConsent, String)? {
    guard let question = SaveQuestion(error) else { return nil }
    let what =
      switch question {
      case .writingSecrets(let names, _):
        "This writes the secret \(names.joined(separator: ", ")) into the file of \(name)"
      case .losingComments(let comments):
        "This removes \(comments.prefix(3).joined(separator: ", ")) from the file of \(name)"
      }
    return (question.consent, what)
  }

  /// Saves only what changed, so that other programs' changes to the file remain.
  private func save(
    from: Environment, to: Environment, in collection: String, _ consent: SaveConsent
  ) throws(WorkspaceError) -> String {
    let saved = try workspace.changeEnvironment(
      named: from.name, of: collection, options: consent.options()
    ) { environment in
      environment = environment.merging(from: from, to: to)
    }
    return try allowed(saved.file.environment, since: from, in: collection)
  }

  /// The note on which server a new secret was allowed for.
  private func allowed(
    _ environment: Environment, since former: Environment?, in collection: String
  ) throws(WorkspaceError) -> String {
    let uses = try workspace.allowStored(in: environment, since: former, of: collection)
    guard let use = uses.first else { return "" }
    return "; \(use.shown) may go to \(use.receiver)" + (uses.count > 1 ? ", and \(uses.count - 1) more" : "")
  }

  private func report(_ collection: String, _ select: String?, _ message: String, _ post: (Action) -> Void) {
    let files = workspace.environments(of: collection).environments
    post(.environment(.changed(files.map(\.environment), select: select, said: message)))
  }
}
