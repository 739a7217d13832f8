import Basics
package import Essentials
import HTTPModel
import Synchronization

/// An unsaved edit: the file when the edit began, and its edited content.
package struct Draft: Hashable, Sendable {
  /// Absolute path of the request's file; for a request that was never saved, the path it would get.
  package var path: String
  /// The file when the edit began; `nil` for a request that was never saved.
  package var base: RequestFile?
  package var definition: RequestDefinition
  package var date: Date

  package init(path: String, base: RequestFile?, definition: RequestDefinition, date: Date) {
    self.path = path
    self.base = base
    self.definition = definition
    self.date = date
  }
}

/// The journal of drafts: one file per request, replaced as a whole and removed when the request is saved.
///
/// Every running program has its own folder below `.apus/drafts` and holds a lock on the file `owner` in it. So two
/// programs never overwrite each other's drafts; the drafts of a program that has ended are adopted by the next one
/// that looks.
package final class DraftStore: Sendable {
  private let workspace: Workspace
  /// `.apus/drafts`.
  private let root: String
  /// This program's folder.
  private let folder: String
  private let lock = Mutex<FileLock?>(nil)

  package init(_ workspace: Workspace) {
    self.workspace = workspace
    root = FilePaths.join(workspace.privateFolder.path, "drafts")
    folder = FilePaths.join(root, ULID.make(at: Date()))
  }

  /// The lock also ends with the process, however it ends.
  deinit {
    lock.withLock { $0?.release() }
  }

  /// Stores a draft, replacing an earlier one of the same file.
  package func keep(_ draft: Draft) throws(WorkspaceError) {
    try own()
    let text = try Self.text(of: draft)
    let json = JSONValue.object([
      "path": .string(FilePaths.relative(draft.path, to: workspace.path)), "date": .string(ISOTime.text(draft.date)),
      "base": draft.base.map { .string(String(decoding: $0.bytes, as: UTF8.self)) },
      "text": .string(String(decoding: text, as: UTF8.self)),
    ])
    let file = FilePaths.join(folder, fileName(of: draft.path))
    do { try AtomicFile(workspace.files).replace(file, with: json.compact, mode: 0o600) } catch {
      // The folder was removed or set aside while this program ran.
      guard case .file(let fault) = error, fault.reason == .missing else { throw error }
      lock.withLock { lock in
        lock?.release()
        lock = nil
      }
      try own()
      try AtomicFile(workspace.files).replace(file, with: json.compact, mode: 0o600)
    }
  }

  /// Removes the draft of that file; does nothing if there is none.
  package func discard(_ path: String) throws(WorkspaceError) {
    try onDisk { () throws(FileError) in
      try workspace.files.removeIfThere(FilePaths.join(folder, fileName(of: path)))
    }
  }

  /// Every draft of this program and of ended ones, oldest first, and notices for unreadable ones. If several programs
  /// left drafts of one request, the newest is used; the others stay for a later start.
  package func all() -> (drafts: [Draft], notices: [Notice]) {
    var found: [Draft] = []
    var notices: [Notice] = []
    var abandoned: [(draft: Draft, file: String)] = []
    let places = abandonedFolders()
    defer { for place in places { leave(place) } }
    for place in places {
      for path in files(in: place.folder) {
        do throws(WorkspaceError) { abandoned.append((try draft(in: path), path)) } catch {
          notices.warn(path, "a draft cannot be read: \(error.description)")
        }
      }
    }
    for path in files(in: folder) {
      do throws(WorkspaceError) { found.append(try draft(in: path)) } catch {
        notices.warn(path, "a draft cannot be read: \(error.description)")
      }
    }
    var known = Set(found.map(\.path))
    for (draft, file) in abandoned.sorted(by: { $0.draft.date > $1.draft.date })
    where known.insert(draft.path).inserted {
      found.append(draft)
      adopt(file, of: draft)
    }
    return (found.sorted { $0.date < $1.date }, notices)
  }

  /// Creates this program's folder for the first draft.
  private func own() throws(WorkspaceError) {
    try lock.withLock { lock throws(WorkspaceError) in
      guard lock == nil else { return }
      lock = try onDisk { () throws(FileError) in
        try workspace.files.makeDirectory(folder, 0o700)
        return try workspace.files.hold(FilePaths.join(folder, Self.ownerFile))
      }
    }
  }

  private static let ownerFile = "owner"

  /// The folders of programs that have ended. They stay locked while this program reads them.
  private func abandonedFolders() -> [Place] {
    var found: [Place] = []
    // Without the folder there are no drafts.
    for entry in (try? workspace.files.list(root)) ?? [] where entry.kind == .directory {
      let path = FilePaths.join(root, entry.name)
      guard path != folder else { continue }
      // A folder that cannot be locked belongs to a running program.
      guard let lock = (try? workspace.files.hold(FilePaths.join(path, Self.ownerFile))) ?? nil else { continue }
      found.append(Place(folder: path, lock: lock))
    }
    return found
  }

  private struct Place {
    let folder: String
    let lock: FileLock
  }

  /// Removes the folder if it has no drafts left.
  private func leave(_ place: Place) {
    defer { place.lock.release() }
    guard files(in: place.folder).isEmpty else { return }
    // If it cannot be removed now, a later start removes it.
    try? workspace.files.remove(FilePaths.join(place.folder, Self.ownerFile))
    try? workspace.files.remove(place.folder)
  }

  private func files(in folder: String) -> [String] {
    // A missing folder has no files.
    ((try? workspace.files.list(folder)) ?? []).filter { $0.kind == .file && $0.name.hasSuffix(".json") }
      .map { FilePaths.join(folder, $0.name) }
  }

  /// Moves the draft to this program's folder. If that fails it stays where it is and is found again.
  private func adopt(_ file: String, of draft: Draft) {
    do {
      try own()
      try workspace.files.rename(file, FilePaths.join(folder, fileName(of: draft.path)))
    } catch {
      return
    }
  }

  private func fileName(of path: String) -> String {
    "\(Digest.hexadecimal(FilePaths.relative(path, to: workspace.path).utf8).prefix(24)).json"
  }

  /// The file with the edit applied; if the edit cannot be patched into the old text, the text of a new file.
  private static func text(of draft: Draft) throws(WorkspaceError) -> [UInt8] {
    func new() -> [UInt8] { YAMLEmitter.file(RequestWriter.file(draft.definition, hasDefaults: false)) }
    guard let base = draft.base else { return new() }
    do { return try base.text(with: draft.definition).bytes } catch { return new() }
  }

  private func draft(in path: String) throws(WorkspaceError) -> Draft {
    let bytes = try onDisk { () throws(FileError) in try workspace.files.read(path, 64 << 20) }
    do {
      let json = try JSONValue(parsing: bytes)
      guard let name = json["path"]?.string, let text = json["text"]?.string else {
        throw WorkspaceError.invalid(Notice(.error, path, "no path or no text"))
      }
      let target = FilePaths.absolute(name, in: workspace.path)
      let base = try json["base"]?.string.map { text throws(WorkspaceError) in
        try RequestFile(path: target, bytes: Array(text.utf8), schemes: workspace.schemes)
      }
      let file = try RequestFile(path: target, bytes: Array(text.utf8), schemes: workspace.schemes)
      let date = json["date"]?.string.flatMap(ISOTime.date) ?? Date(timeIntervalSince1970: 0)
      return Draft(path: target, base: base, definition: file.definition, date: date)
    } catch let error as WorkspaceError {
      throw error
    } catch {
      throw .invalid(Notice(.error, path, "\(error)"))
    }
  }
}
