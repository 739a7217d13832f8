import Explorer
import Sessions
import Workspaces

extension FileService {
  /// Writes an edited request to its file; asks if another program changed the same parts.
  func save(_ key: RequestKey, _ definition: RequestDefinition, _ consent: SaveConsent, _ post: Services.Post) {
    guard let path = key.path else { return }
    let options = consent.options(secrets: surroundings.secretValues(in: (key.contextPath ?? path).folder))
    do throws(WorkspaceError) {
      let file: RequestFile
      if let known = opened[path] { file = known } else { file = try workspace.request(at: path) }
      switch try workspace.save(definition.written(over: file.definition), mergingOver: file, options: options) {
      case .saved(let file):
        keep(file, post)
        post(.files(.saved(key, file.definition.withQueryInStep)))
      case .merged(let file):
        keep(file, post)
        post(.files(.merged(key, file.definition.withQueryInStep)))
      case .conflicted(let theirs): post(.files(.conflicted(key, offered(theirs))))
      }
    } catch {
      guard let question = SaveQuestion(error) else { return post(.files(.saveFailed(key, error.description))) }
      let what =
        switch question {
        case .losingComments(let comments): "Saving removes a comment: \(comments.first ?? "")"
        case .writingSecrets(let names, _):
          "Saving writes the secret \(names.joined(separator: ", ")) into the file"
        }
      post(.files(.consentNeeded(key, consent.union(question.consent), what)))
    }
  }

  private func keep(_ file: RequestFile, _ post: Services.Post) {
    treeChanged()
    opened[file.path] = file
    offered[file.path] = nil
    guard file.definition.kind.isShared else { return }
    // Other requests inherit them.
    forgetSurroundings()
    post(.files(.surroundingsChanged(environments: false)))
  }

  /// Creates a file for a request that has none. A deleted file is created again, with its comments.
  func saveAs(
    _ key: RequestKey, _ definition: RequestDefinition, _ folder: String, _ consent: SaveConsent, _ post: Services.Post
  ) {
    let options = consent.options(secrets: surroundings.secretValues(in: folder))
    do throws(WorkspaceError) {
      let lost = key.path.flatMap { opened[$0] }
      let file = try workspace.saveNew(
        lost.map { definition.written(over: $0.definition) } ?? definition, in: folder, remaking: lost,
        options: options)
      keep(file, post)
      tree = workspace.tree(tree, refreshing: [folder])
      treeChanged()
      post(.files(.changed(tree, select: nil, undo: nil, said: "")))
      post(.files(.savedAs(key, path: file.path, file.definition.withQueryInStep)))
      post(.notified(.information, "Saved as \(file.definition.name)"))
    } catch {
      if case .writingSecrets(let names, _)? = SaveQuestion(error) {
        let what = "Saving writes the secret \(names.joined(separator: ", ")) into the file"
        return post(.files(.consentNeeded(key, .writingSecrets, what, folder: folder)))
      }
      // Another program has created the file again.
      if case .exists = error, key.path != nil { return save(key, definition, consent, post) }
      post(.files(.saveFailed(key, error.description)))
    }
  }
}
