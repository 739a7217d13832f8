import Networking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An edit that was not saved yet: what the file said when it began, and what it would say.
public struct Draft: Hashable, Sendable {
  /// Absolute path of the request's file; for a request that was never saved the one it would get.
  public var path: String
  /// The file when the edit began; `nil` for a request that was never saved.
  public var base: RequestFile?
  public var definition: RequestDefinition
  public var date: Date

  public init(path: String, base: RequestFile?, definition: RequestDefinition, date: Date) {
    self.path = path
    self.base = base
    self.definition = definition
    self.date = date
  }
}

/// The journal of drafts, `.apus/drafts`: one file per request, replaced as a whole, gone when the request is saved.
public struct DraftStore: Sendable {
  private let workspace: Workspace
  private let folder: String

  public init(_ workspace: Workspace) {
    self.workspace = workspace
    folder = FilePaths.join(FilePaths.join(workspace.path, ".apus"), "drafts")
  }

  /// Keeps a draft in the place of an earlier one of the same file.
  public func keep(_ draft: Draft) throws(WorkspaceError) {
    try PrivateFolder(workspace.files).make(FilePaths.join(workspace.path, ".apus"))
    try onDisk { () throws(FileError) in try workspace.files.makeDirectory(folder, 0o700) }
    let text = try Self.text(of: draft)
    let json = JSONNode.object([
      "path": .string(FilePaths.relative(draft.path, to: workspace.path)), "date": .string(ISOTime.text(draft.date)),
      "base": draft.base.map { .string(String(decoding: $0.bytes, as: UTF8.self)) },
      "text": .string(String(decoding: text, as: UTF8.self)),
    ])
    try AtomicFile(workspace.files).replace(file(of: draft.path), with: json.compact, mode: 0o600)
  }

  /// Forgets the draft of that file; nothing where there is none.
  public func discard(_ path: String) throws(WorkspaceError) {
    do { try workspace.files.remove(file(of: path)) } catch {
      if error.reason != .missing { throw .file(error) }
    }
  }

  /// Every draft that was kept, oldest first, and what could not be read.
  public func all() -> (drafts: [Draft], notices: [Notice]) {
    var found: [Draft] = []
    var notices: [Notice] = []
    // Without the folder there are no drafts.
    for entry in (try? workspace.files.list(folder)) ?? [] where entry.name.hasSuffix(".json") {
      let path = FilePaths.join(folder, entry.name)
      do throws(WorkspaceError) { found.append(try draft(in: path)) } catch {
        notices.append(Notice(.warning, path, "a draft cannot be read: \(error.description)"))
      }
    }
    return (found.sorted { $0.date < $1.date }, notices)
  }

  private func file(of path: String) -> String {
    let name = Digest.hexadecimal(FilePaths.relative(path, to: workspace.path).utf8).prefix(24)
    return FilePaths.join(folder, "\(name).json")
  }

  /// What the file would say; where the edit cannot be written into the old text, the text of a new file.
  private static func text(of draft: Draft) throws(WorkspaceError) -> [UInt8] {
    guard let base = draft.base else { return YAMLEmitter.file(RequestWriter.file(draft.definition)) }
    do { return try base.text(with: draft.definition).bytes } catch {
      return YAMLEmitter.file(RequestWriter.file(draft.definition))
    }
  }

  private func draft(in path: String) throws(WorkspaceError) -> Draft {
    let bytes = try onDisk { () throws(FileError) in try workspace.files.read(path, 64 << 20) }
    do {
      let json = try JSONNode(parsing: bytes)
      guard let name = json["path"]?.string, let text = json["text"]?.string else {
        throw WorkspaceError.invalid(Notice(.error, path, "no path or no text"))
      }
      let target = FilePaths.absolute(name, in: workspace.path)
      let base = try json["base"]?.string.map { text throws(WorkspaceError) in
        try RequestFile(path: target, bytes: Array(text.utf8))
      }
      let definition = try RequestFile(path: target, bytes: Array(text.utf8)).definition
      let date = json["date"]?.string.flatMap(ISOTime.date) ?? Date(timeIntervalSince1970: 0)
      return Draft(path: target, base: base, definition: definition, date: date)
    } catch let error as WorkspaceError {
      throw error
    } catch {
      throw .invalid(Notice(.error, path, "\(error)"))
    }
  }
}
