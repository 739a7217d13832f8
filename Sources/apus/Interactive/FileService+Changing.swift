import Basics
import Explorer
import Sessions
import Workspaces

extension FileService {
  func perform(_ change: FileChange, _ post: @escaping Services.Post) {
    do throws(WorkspaceError) {
      switch change {
      case .create(let definition, let folder, let consent, let keeping):
        try create(definition, in: folder, consent, keeping, post)
      case .createCollection(let name):
        let made = try workspace.createCollection(named: name)
        report(.collection(made.path), made, "Created the collection \(name)", post)
      case .createFolder(let name, let parent):
        let made = try workspace.createFolder(named: name, in: parent)
        report(.folder(made.path), made, "Created the folder \(name)", post)
      case .duplicate(let path, let consent):
        let made = try workspace.duplicate(path, options: options(path, consent))
        report(row(made.path), made, "Duplicated \(name(path))", showing: .quietly, post)
      case .rename(let path, let name): try rename(path, name, post)
      case .move(let path, let folder, let consent):
        let made = try workspace.move(path, to: folder, at: .max, options: options(path, consent))
        moved(path, to: made.path, post)
        report(row(made.path), made, "Moved \(self.name(path))", from: path, post)
      case .reorder(let path, let step): try reorder(path, by: step, post)
      case .sort(let folder): try sort(folder, post)
      case .delete(let path):
        let back = row(path)
        let made = try workspace.delete(path)
        for known in opened.paths where FilePaths.isBelow(known, path) { opened[known] = nil }
        report(nil, made, "Deleted \(name(path)): \(key: "undo") restores it", back: back, post)
      case .undo(let undo): takeBack(undo, post)
      case .importing(let order): take(order, post)
      case .record(let exchange, let path): record(exchange, path, post)
      case .saveVariable(let change, let place): try save(change, of: place, post)
      }
    } catch {
      if case .writingSecrets(let names, _)? = SaveQuestion(error), let (again, what) = question(change, names) {
        return post(.files(.changeNeedsConsent(again, what)))
      }
      post(.files(.failed(error.description)))
    }
  }

  /// Writes a variable that a script has set into the file of its scope.
  private func save(_ change: ScriptChange, of place: AnswerScope, _ post: Services.Post) throws(WorkspaceError) {
    var changed = ChangedVariables(change.scope, of: place, [change])
    for (name, value) in surroundings.secretValues(in: place.collection) { changed.read[.variable(name)] = value }
    guard let saved = try workspace.save(changed) else {
      return post(.notified(.warning, "Not saved: there is no file for the global variable \(change.name)"))
    }
    let path = FilePaths.relative(saved.path, to: workspace.path)
    guard saved.leftOut.isEmpty else {
      let why = "it looks like a secret, and \(path) is shared"
      return post(.notified(.warning, "Not saved: \(change.name): \(why)"))
    }
    guard let undo = saved.undo, !saved.written.isEmpty else {
      let isStored = !saved.stored.isEmpty
      let words = isStored ? "Saved \(change.name) in your own store" : "\(change.name) is in \(path) already"
      return post(.notified(.information, words))
    }
    refresh(saved.path, post)
    let made = ItemChange(path: saved.path, undo: undo)
    let message = "Saved \(change.name) in \(path): \(key: "undo") undoes it"
    report(nil, made, message, post)
    post(.files(.surroundingsChanged(environments: false)))
  }

  private func options(_ path: String, _ consent: SaveConsent) -> SaveOptions {
    consent.options(secrets: surroundings.secretValues(in: path.folder))
  }

  /// The change with consent to write these secrets, and the question to ask.
  private func question(_ change: FileChange, _ names: [String]) -> (FileChange, String)? {
    let names = names.joined(separator: ", ")
    switch change {
    case .create(let definition, let folder, let consent, let keeping):
      return (
        .create(definition, folder: folder, consent.union(.writingSecrets), keeping: keeping),
        "The file of \(definition.name) would contain the secret \(names)"
      )
    case .duplicate(let path, let consent):
      return (
        .duplicate(path: path, consent.union(.writingSecrets)),
        "The copy of \(name(path)) would contain the secret \(names)"
      )
    case .move(let path, let folder, let consent):
      return (
        .move(path: path, folder: folder, consent.union(.writingSecrets)),
        "\(name(path)) would copy the secret \(names) into another collection"
      )
    default: return nil
    }
  }

  private func create(
    _ definition: RequestDefinition, in folder: String, _ consent: SaveConsent, _ keeping: RequestKey?,
    _ post: Services.Post
  ) throws(WorkspaceError) {
    let made = try workspace.createRequest(definition, in: folder, options: options("\(folder)/new", consent))
    report(.request(made.path), made, "Created \(definition.name)", showing: .focused, post)
    if let keeping { post(.openFile(.copyKept, of: keeping)) }
  }

  private func rename(_ path: String, _ name: String, _ post: Services.Post) throws(WorkspaceError) {
    let made = try workspace.rename(path, to: name)
    moved(path, to: made.path, post)
    report(row(made.path), made, "Renamed to \(name)", from: made.path == path ? nil : path, post)
  }

  private func reorder(_ path: String, by step: Int, _ post: Services.Post) throws(WorkspaceError) {
    let siblings = tree.siblings(of: path)
    guard let index = siblings.firstIndex(of: path), siblings.indices.contains(index + step) else { return }
    let made = try workspace.move(path, to: path.folder, at: index + step)
    for sibling in siblings { refresh(sibling, post) }
    report(row(made.path), made, "", label: "Moved \(name(path))", post)
  }

  private func sort(_ folder: String, _ post: Services.Post) throws(WorkspaceError) {
    let name = name(folder)
    let sorted = try workspace.sort(folder)
    let left = leftOut(sorted.left)
    guard let made = sorted.change else {
      if let left { return post(.notified(.warning, "\(name) is not sorted: \(left)")) }
      return post(.notified(.information, "\(name) is sorted by name already"))
    }
    for path in opened.paths where path.folder == folder || path.folder.folder == folder { refresh(path, post) }
    let message = "Sorted \(name) by name"
    report(nil, made, left.map { "\(message): \($0)" } ?? message, label: message, post)
  }

  /// The items that kept their places, with the reason of the first one; `nil` if there are none.
  private func leftOut(_ left: [WorkspaceChange.LeftOut]) -> String? {
    guard let first = left.first else { return nil }
    let why =
      switch first.why {
      case .changedOnDisk: "it was moved since"
      case .invalid(let notice): "\(notice.location.split(separator: "/").last ?? ""): \(notice.message)"
      case .file(let error): error.reason == .permission ? "its file is read-only" : error.message
      default: first.why.description
      }
    let more = left.count > 1 ? ", and \(left.count - 1) more" : ""
    return "\(self.name(first.path)) stays where it is\(more) (\(why))"
  }

  /// Creates the copy next to the old collection; if the collection is at the workspace's own path, next to the
  /// workspace.
  func convert(_ collection: String, _ consent: SaveConsent, _ post: Services.Post) {
    do throws(WorkspaceError) {
      let parent = collection == workspace.path ? workspace.path.folder : workspace.path
      let (path, notices) = try workspace.convert(collection, into: parent, options: consent.options())
      tree = workspace.tree()
      treeChanged()
      let next = parent == workspace.path ? "" : ": open it with apus \(path)"
      let undo = undo(of: [path], label: "Converted into \(path)", item: .collection(path))
      post(.files(.changed(tree, select: .collection(path), undo: undo, said: "Converted into \(path)\(next)")))
      if let notice = notices.first {
        let more = notices.count > 1 ? " (and \(notices.count - 1) more)" : ""
        post(.notified(.warning, "Converted into \(path), but not carried over: \(notice)\(more)"))
      }
    } catch {
      if case .writingSecrets(let names, let path)? = SaveQuestion(error) {
        let file = path.split(separator: "/").last ?? ""
        let what = "\(file) would contain the secret \(names.joined(separator: ", "))"
        return post(
          .files(.convertNeedsConsent(collection: collection, consent.union(.writingSecrets), what)))
      }
      post(.files(.failed("Not converted: \(error)")))
    }
  }

  /// The undo step for imported items as a whole; `nil` if they are outside this workspace.
  func undo(of made: [String], label: String, item: TreeRow.ID?) -> FileUndo? {
    // Fails only for a path outside the workspace; other problems with the trash are reported when it is used.
    guard !made.isEmpty, let change = try? workspace.creation(of: made) else { return nil }
    return FileUndo(token: String(undos.add(change, label: label, item: item)), label: label)
  }

  /// Undoes a change; moved files return to their old paths.
  private func takeBack(_ undo: FileUndo, _ post: Services.Post) {
    do throws(WorkspaceError) {
      guard let back = try undos.takeBack(Int(undo.token) ?? 0, in: workspace, itemAt: row) else {
        return post(.files(.undoFailed(undo, "\(undo.label) can no longer be undone")))
      }
      if let move = back.move { moved(move.from, to: move.to, post) }
      for path in opened.paths { refresh(path, post) }
      tree = workspace.tree()
      treeChanged()
      let select = back.move == nil ? back.item.flatMap { tree.has($0) ? $0 : nil } : back.item
      let message = (back.isRedone ? "Redone" : "Undone") + ": \(back.label)"
      let left = leftOut(back.leftOut)
      post(.files(.changed(tree, select: select, undo: nil, said: left.map { "\(message); \($0)" } ?? message)))
    } catch {
      post(.files(.undoFailed(undo, error.description)))
    }
  }

  func report(
    _ select: TreeRow.ID?, _ made: ItemChange, _ message: String, label: String? = nil, from: String? = nil,
    back: TreeRow.ID? = nil, showing opening: Opening = .none, _ post: Services.Post
  ) {
    // The text before the colon describes the change; the text after it is advice.
    let label = label ?? String(message.prefix { $0 != ":" })
    let token = undos.add(made, label: label, movedFrom: from, item: back ?? select)
    tree = workspace.tree()
    treeChanged()
    surroundings.forget()
    let undo = FileUndo(token: String(token), label: label)
    post(.files(.changed(tree, select: select, undo: undo, said: message, opening)))
  }

  private func row(_ path: String) -> TreeRow.ID {
    // If the file cannot be read, showing it reports why.
    (try? FileSystem.live.stamp(path))??.isDirectory == true ? .folder(path) : .request(path)
  }

  /// The name in the tree, otherwise the file's name.
  func name(_ path: String) -> String {
    tree.collections.first { $0.path == path }?.name ?? tree.item(at: path)?.name ?? path.split(separator: "/").last
      .map(
        String.init) ?? path
  }

  /// Reloads an open request after a change to its file; for a folder, its open settings.
  func refresh(_ path: String, _ post: Services.Post) {
    for known in opened.paths where known.folder == path && SettingsFile.kind(at: known) != nil { refresh(known, post) }
    // If the file has become unreadable, opening it reports why.
    guard let old = offered[path]?.file ?? opened[path], let file = try? workspace.request(at: path),
      file.bytes != old.bytes
    else { return }
    post(.openFile(.refreshed(offered(file)), of: .file(path)))
  }

  func moved(_ path: String, to new: String, _ post: Services.Post) {
    guard path != new else { return refresh(path, post) }
    post(.files(.moved(from: path, to: new)))
    for old in opened.paths where FilePaths.isBelow(old, path) {
      guard var file = opened[old] else { continue }
      opened[old] = nil
      file.path = new + old.dropFirst(path.count)
      opened[file.path] = file
      if var offer = offered.removeValue(forKey: old) {
        offer.file.path = file.path
        offered[file.path] = offer
      }
      refresh(file.path, post)
    }
  }
}

extension WorkspaceTree {
  /// Returns whether the tree contains a request, folder or collection.
  func has(_ id: TreeRow.ID) -> Bool {
    switch id {
    case .request(let path), .folder(let path): item(at: path) != nil
    case .collection(let path): collections.contains { $0.path == path }
    default: true
    }
  }
}

extension FileService {
  /// Writes an edited request to its file; asks if another program changed the same parts.
  func save(_ key: RequestKey, _ definition: RequestDefinition, _ consent: SaveConsent, _ post: Services.Post) {
    guard let path = key.path else { return }
    let options = consent.options(secrets: surroundings.secretValues(in: (key.contextPath ?? path).folder))
    do throws(WorkspaceError) {
      let base: RequestFile
      if let known = opened[path] { base = known } else { base = try workspace.request(at: path) }
      switch try workspace.save(definition.written(over: base.definition), mergingOver: base, options: options) {
      case .saved(let file):
        keep(file, post)
        allowScripts(of: file, typedIn: definition, over: base.definition, post)
        post(.openFile(.saved(file.definition.withQueryInStep), of: key))
      case .merged(let file):
        keep(file, post)
        allowScripts(of: file, typedIn: definition, over: base.definition, post)
        post(.openFile(.merged(file.definition.withQueryInStep), of: key))
      case .conflicted(let theirs): post(.openFile(.conflicted(offered(theirs)), of: key))
      }
    } catch {
      guard let question = SaveQuestion(error) else { return post(.openFile(.saveFailed(error.description), of: key)) }
      let what =
        switch question {
        case .losingComments(let comments): "Saving removes a comment: \(comments.first ?? "")"
        case .writingSecrets(let names, _):
          "Saving writes the secret \(names.joined(separator: ", ")) into the file"
        }
      post(.openFile(.consentNeeded(consent.union(question.consent), what), of: key))
    }
  }

  /// Lets the scripts that the user has typed run without a question. Those that were in the file before, or that
  /// another program has added since, are not the user's.
  private func allowScripts(
    of file: RequestFile, typedIn definition: RequestDefinition, over base: RequestDefinition?, _ post: Services.Post
  ) {
    let collection = workspace.collection(of: file.path)
    let typed = file.placedScripts(named: FilePaths.relative(file.path, to: collection)).filter { script in
      func isSame(_ other: Script) -> Bool {
        other.phase == script.phase && other.code.trimmed == script.code.trimmed
      }
      return definition.allScripts.contains(where: isSame) && base?.allScripts.contains(where: isSame) != true
    }
    guard !typed.isEmpty else { return }
    do throws(WorkspaceError) { try workspace.consents.allow(typed.map(\.use), for: collection) } catch {
      post(.notified(.warning, "Your scripts are saved, but not yet allowed to run: \(error)"))
    }
  }

  private func keep(_ file: RequestFile, _ post: Services.Post) {
    treeChanged()
    opened[file.path] = file
    offered[file.path] = nil
    guard file.definition.kind.isShared else { return }
    // Other requests inherit these settings.
    forgetSurroundings()
    post(.files(.surroundingsChanged(environments: false)))
  }

  /// Creates a file for a request that has none. A deleted file is recreated with its comments.
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
      // A request without a file has nothing but what the user typed.
      if lost != nil || key.scratchNumber != nil {
        allowScripts(of: file, typedIn: definition, over: lost?.definition, post)
      }
      if let number = key.scratchNumber { workspace.noteSave(ofDraft: String(number), at: file.path) }
      tree = workspace.tree()
      treeChanged()
      post(.files(.changed(tree, select: nil, undo: nil, said: "")))
      post(.files(.savedAs(key, path: file.path, file.definition.withQueryInStep)))
      post(.notified(.information, "Saved as \(file.definition.name)"))
    } catch {
      if case .writingSecrets(let names, _)? = SaveQuestion(error) {
        let what = "Saving writes the secret \(names.joined(separator: ", ")) into the file"
        return post(.openFile(.consentNeeded(.writingSecrets, what, folder: folder), of: key))
      }
      // Another program has created the file again.
      if case .exists = error, key.path != nil { return save(key, definition, consent, post) }
      post(.openFile(.saveFailed(error.description), of: key))
    }
  }
}
