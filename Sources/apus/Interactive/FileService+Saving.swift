import Explorer
import Workspaces

extension FileService {
  /// Writes an edited request into its file. What was changed on disk meanwhile is merged where both touch different
  /// things, and asked about where not: nothing of another program's is ever written over.
  func save(_ key: RequestKey, _ definition: RequestDefinition, _ consent: SaveConsent, _ post: Services.Post) {
    guard let path = key.path else { return }
    let options = SaveOptions(
      mayLoseComments: consent.contains(.losingComments), mayWriteSecrets: consent.contains(.writingSecrets),
      secrets: secretValues(for: path))
    do throws(WorkspaceError) {
      let file: RequestFile
      if let known = opened[path] { file = known } else { file = try workspace.request(at: path) }
      try write(key, definition, file, options, post)
    } catch {
      switch error {
      case .commentsWouldBeLost(_, let comments):
        post(
          .files(
            .consentNeeded(key, consent.union(.losingComments), "Saving removes a comment: \(comments.first ?? "")")))
      case .secretsWouldBeWritten(_, let names):
        let what = "Saving writes the secret \(names.joined(separator: ", ")) into the file"
        post(.files(.consentNeeded(key, consent.union(.writingSecrets), what)))
      default: post(.files(.saveFailed(key, error.description)))
      }
    }
  }

  private func write(
    _ key: RequestKey, _ definition: RequestDefinition, _ file: RequestFile, _ options: SaveOptions,
    _ post: Services.Post
  ) throws(WorkspaceError) {
    do {
      let saved = try workspace.save(definition.written(over: file.definition), to: file, options: options)
      keep(saved.file)
      post(.files(.saved(key, saved.file.definition.withQueryInStep)))
    } catch {
      guard case .changedOnDisk = error else { throw error }
      try merge(key, definition, file, options, post)
    }
  }

  private func merge(
    _ key: RequestKey, _ mine: RequestDefinition, _ base: RequestFile, _ options: SaveOptions, _ post: Services.Post
  ) throws(WorkspaceError) {
    let theirs = try workspace.request(at: base.path)
    let mine = mine.written(over: base.definition)
    let merge = DefinitionMerge(base: base.definition, mine: mine, theirs: theirs.definition)
    guard merge.conflicts.isEmpty else {
      return post(.files(.conflicted(key, offered(theirs))))
    }
    let saved = try workspace.save(merge.merged, to: theirs, options: options)
    keep(saved.file)
    post(.files(.merged(key, saved.file.definition.withQueryInStep)))
  }

  private func keep(_ file: RequestFile) {
    treeChanged()
    opened[file.path] = file
    offered[file.path] = nil
  }

  /// Makes a file for a request that has none; one whose file is gone gets the same again, with its comments.
  func saveAs(
    _ key: RequestKey, _ definition: RequestDefinition, _ folder: String, _ consent: SaveConsent, _ post: Services.Post
  ) {
    let options = SaveOptions(
      mayWriteSecrets: consent.contains(.writingSecrets), secrets: secretValues(for: "\(folder)/new"))
    do throws(WorkspaceError) {
      let made: ItemChange
      if let path = key.path, let lost = opened[path] {
        made = try workspace.remake(lost, with: definition.written(over: lost.definition), options: options)
      } else {
        made = try workspace.createRequest(definition, in: folder, options: options)
      }
      let file = try workspace.request(at: made.path)
      keep(file)
      tree = workspace.tree(tree, refreshing: [folder])
      treeChanged()
      post(.files(.changed(tree, select: nil, undo: nil, said: "")))
      post(.files(.savedAs(key, path: made.path, file.definition.withQueryInStep)))
      post(.notified(.information, "Saved as \(file.definition.name)"))
    } catch {
      if case .secretsWouldBeWritten(_, let names) = error {
        let what = "Saving writes the secret \(names.joined(separator: ", ")) into the file"
        return post(.files(.consentNeeded(key, .writingSecrets, what, folder: folder)))
      }
      // Somebody made it again in the meantime.
      if case .exists = error, key.path != nil { return save(key, definition, consent, post) }
      post(.files(.saveFailed(key, error.description)))
    }
  }
}

extension RequestDefinition {
  /// What is written: rows that only the screen derived from the URL stay out of a file that has none.
  fileprivate func written(over old: RequestDefinition) -> RequestDefinition {
    var copy = self
    if url == old.url, params == old.withQueryInStep.params {
      copy.params = old.params
    } else {
      copy.params.removeAll { param in
        param.place == .path && param.row.value.isEmpty && param.row.note.isEmpty
          && !old.params.contains { $0.place == .path && $0.row.name == param.row.name }
      }
    }
    return copy
  }
}
