/// The parts of a save that would otherwise need the user's confirmation.
package struct SaveOptions: Hashable, Sendable {
  package var mayLoseComments: Bool
  package var mayWriteSecrets: Bool
  /// Values that must not be written, in addition to those in the secret store, by variable name: from commands, the
  /// process environment and answers (`SendContext.secretValues`).
  package var secrets: [String: String]

  package init(
    mayLoseComments: Bool = false, mayWriteSecrets: Bool = false, secrets: [String: String] = [:]
  ) {
    self.mayLoseComments = mayLoseComments
    self.mayWriteSecrets = mayWriteSecrets
    self.secrets = secrets
  }
}

/// The result of a save, and the change that undoes it.
package struct Saved<File: Sendable>: Sendable {
  package var file: File
  package var undo: WorkspaceChange
}

extension Saved: Equatable where File: Equatable {}

extension RequestFile {
  /// The file's text with `definition` written into it, changing only the affected lines; and the comments that would
  /// be lost.
  package func text(
    with definition: RequestDefinition
  ) throws(WorkspaceError) -> (bytes: [UInt8], lostComments: [String]) {
    guard definition != self.definition else { return (bytes, []) }
    if BruFormat.isFile(path) { throw BruFormat.notEditable(path) }
    if self.definition.kind.isShared { return try text(with: definition.shared) }
    if case .unsupported(let kind) = self.definition.kind {
      var allowed = self.definition
      allowed.name = definition.name
      allowed.sequence = definition.sequence
      guard allowed == definition, kind != "script" else {
        throw .notEditable(path: path, why: "a \(kind) file is shown but not edited")
      }
    }
    let kinds = Set([definition.kind, self.definition.kind])
    // The kind may only change between HTTP, WebSocket and gRPC, by the scheme of the URL.
    guard kinds.count == 1 || kinds.isSubset(of: [.http, .webSocket, .grpc]) else {
      throw .notEditable(path: path, why: "the kind of a request cannot be changed; create a new request")
    }
    let document = try parsed(bytes, path)
    let writer = RequestWriter(old: self.definition, new: definition)
    return try patched(document, path) { $0 = writer.tree($0) }
  }
}

extension RequestFile {
  /// The part of the file that cannot be interpreted and that a send would therefore omit; `nil` if there is none, or
  /// if `definition` replaces it.
  package func damage(under definition: RequestDefinition) -> Notice? {
    guard let damage = notices.first(where: { $0.severity == .error }) else { return nil }
    // A definition that cannot be written into the file replaces nothing in it.
    guard definition != self.definition, let text = try? text(with: definition),
      let edited = try? RequestFile(path: path, bytes: text.bytes, schemes: schemes)
    else { return damage }
    return edited.notices.first { $0.severity == .error }
  }
}

extension Workspace {
  /// Writes the edited definition into its file.
  /// - Throws: `.changedOnDisk`, `.commentsWouldBeLost` and `.secretsWouldBeWritten`, for the user to decide.
  package func save(
    _ definition: RequestDefinition, to file: RequestFile, options: SaveOptions = SaveOptions()
  ) throws(WorkspaceError) -> Saved<RequestFile> {
    let (bytes, lost) = try file.text(with: definition)
    let isNew = file.bytes.isEmpty && file.definition.kind.isShared
    let undo =
      isNew
      ? try create(bytes, at: file.path, options)
      : try write(bytes, lost, over: file.bytes, at: file.path, options)
    return Saved(file: try RequestFile(path: file.path, bytes: bytes, schemes: schemes), undo: undo)
  }

  /// Changes an environment, starting from its current file and secrets, which other programs may have changed. If only
  /// secrets change, its file is not written.
  package func changeEnvironment(
    named name: String, of collection: String, options: SaveOptions = SaveOptions(),
    _ change: (inout Environment) -> Void
  ) throws(WorkspaceError) -> Saved<EnvironmentFile> {
    let path = try known(name, of: collection).path
    return try writeLock.holding(path) { () throws(WorkspaceError) in
      AtomicFile(files).sweep(FilePaths.parent(of: path) ?? "/")
      let file = try known(name, of: collection)
      var changed = file.environment
      change(&changed)
      guard changed.withoutSecrets == file.environment.withoutSecrets else {
        return try save(changed, to: file, of: collection, options: options)
      }
      try keepSecrets(of: changed, before: file.environment, in: collection)
      return Saved(file: try environmentFile(file.path, file.bytes, of: collection), undo: WorkspaceChange([]))
    }
  }

  /// Changes the settings of a folder or a collection, starting from its current file, which other programs may have
  /// changed. Without a difference, nothing is written.
  package func changeSettings(
    of folder: String, options: SaveOptions = SaveOptions(), _ change: (inout RequestDefinition) -> Void
  ) throws(WorkspaceError) -> Saved<RequestFile> {
    try writeLock.holding(try settings(of: folder).path) { () throws(WorkspaceError) in
      let file = try settings(of: folder)
      var changed = file.definition
      change(&changed)
      return try save(changed, to: file, options: options)
    }
  }

  /// Writes an environment. Its secrets go to the user's store, but only those that differ from `file` as it was read.
  /// A new name moves the file.
  /// - Parameter holder: the folder whose environment it is, if that is not a collection.
  package func save(
    _ environment: Environment, to file: EnvironmentFile, of holder: String? = nil,
    options: SaveOptions = SaveOptions()
  ) throws(WorkspaceError) -> Saved<EnvironmentFile> {
    if BruFormat.isFile(file.path) { throw BruFormat.notEditable(file.path) }
    let root = holder ?? collection(of: file.path)
    let document = try parsed(file.bytes, file.path)
    let (bytes, lost) = try patched(document, file.path) {
      $0 = EnvironmentWriter.tree($0, from: file.environment, to: environment)
    }
    var steps: [WorkspaceChange.Step] = []
    var path = file.path
    if environment.name != file.environment.name {
      path = try environmentPath(environment.name, root)
      steps.append(.move(from: file.path, to: path))
    }
    let change = try checked(bytes, lost, over: file.bytes, at: path, options)
    let undo = try writeLock.holding(file.path) { () throws(WorkspaceError) in
      try withSecrets(environment, former: file.environment, of: root) { () throws(WorkspaceError) in
        try perform(WorkspaceChange(steps + change))
      }
    }
    return Saved(file: try environmentFile(path, bytes, of: root), undo: undo)
  }

  /// Stores the secrets of a renamed environment under both names until its file has the new one, so that an
  /// interruption loses none.
  private func withSecrets(
    _ environment: Environment, former: Environment, of collection: String,
    _ work: () throws(WorkspaceError) -> WorkspaceChange
  ) throws(WorkspaceError) -> WorkspaceChange {
    let store = secretStore(of: collection)
    let isRenamed = environment.name != former.name
    let known = try store.values(of: former.name)
    if isRenamed {
      try store.set(known, of: environment.name)
      try consents.allowSecrets(of: environment.name, asIn: former.name, for: collection)
      let cookies = cookieStore(of: collection)
      let kept = try cookies.cookies(of: former.name)
      try cookies.change(of: environment.name) { $0 = kept }
    }
    // New values are stored first, so that an interruption never leaves them only in the file.
    let old = Self.secrets(former)
    let new = Self.secrets(environment).filter { !$0.value.isEmpty && old[$0.key] != $0.value }
    if !new.isEmpty { try store.change(of: environment.name) { $0.merge(new) { _, new in new } } }
    let undo: WorkspaceChange
    do { undo = try work() } catch {
      if isRenamed {
        // The error of the save is reported; values without a file are removed at a later start.
        try? store.set([:], of: environment.name)
      } else if !new.isEmpty {
        // Here, too, the error of the save is reported.
        try? store.change(of: environment.name) { values in for name in new.keys { values[name] = known[name] } }
      }
      throw error
    }
    try keepSecrets(of: environment, before: former, in: collection)
    if isRenamed {
      try store.set([:], of: former.name)
      try cookieStore(of: collection).change(of: former.name) { $0 = [] }
    }
    return undo
  }

  private func keepSecrets(
    of environment: Environment, before former: Environment, in collection: String
  ) throws(WorkspaceError) {
    let (old, new) = (Self.secrets(former), Self.secrets(environment))
    try secretStore(of: collection).change(of: environment.name) { values in
      for name in old.keys where new[name] == nil { values[name] = nil }
      for (name, value) in new where old[name] != value { values[name] = value }
    }
  }

  static func secrets(_ environment: Environment) -> [String: String] {
    Dictionary(environment.variables.filter(\.isSecret).map { ($0.row.name, $0.row.value) }) { _, last in last }
  }

  package func environmentPath(_ name: String, _ collection: String) throws(WorkspaceError) -> String {
    if let fault = Environment.fault(ofName: name) { throw fault }
    return FilePaths.join(FilePaths.join(collection, CollectionLoader.environmentFolder), name + ".yml")
  }

  private func write(
    _ bytes: [UInt8], _ lost: [String], over old: [UInt8], at path: String, _ options: SaveOptions
  ) throws(WorkspaceError) -> WorkspaceChange {
    try perform(WorkspaceChange(try checked(bytes, lost, over: old, at: path, options)))
  }

  /// Writes a file that did not exist, or was empty.
  /// - Throws: `.changedOnDisk` if it has been written since.
  private func create(
    _ bytes: [UInt8], at path: String, _ options: SaveOptions
  ) throws(WorkspaceError) -> WorkspaceChange {
    _ = try checked(bytes, [], over: [], at: path, options)
    let old = try readIfPresent(path)
    guard old?.isEmpty != false else { throw .changedOnDisk(path: path) }
    return try perform(WorkspaceChange([.write(path: path, old: old, new: bytes)]))
  }

  func checked(
    _ bytes: [UInt8], _ lost: [String], over old: [UInt8], at path: String, _ options: SaveOptions
  ) throws(WorkspaceError) -> [WorkspaceChange.Step] {
    if bytes == old { return [] }
    if !lost.isEmpty, !options.mayLoseComments { throw .commentsWouldBeLost(path: path, lost) }
    if !options.mayWriteSecrets {
      let found = try secretsInFile(bytes, at: path, before: old, alsoKnown: options.secrets)
      if !found.isEmpty { throw .secretsWouldBeWritten(path: path, found) }
    }
    return [.write(path: path, old: old, new: bytes)]
  }
}

/// Writes a changed tree into its document's text.
func patched(
  _ document: YAMLDocument, _ path: String, _ change: (inout YAMLNode) -> Void
) throws(WorkspaceError) -> (bytes: [UInt8], lostComments: [String]) {
  do {
    var root = document.root ?? .map([])
    change(&root)
    let patch = try YAMLPatch(document, to: root)
    return (patch.bytes, patch.lostComments)
  } catch {
    throw .invalid(Notice(.error, "\(path):\(error.line):\(error.column)", error.message))
  }
}
