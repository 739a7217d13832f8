import Basics
import HTTPModel

/// A store for one kind of data per environment of a collection, in the user's state folder: one JSON file per
/// collection, readable only by its owner. A folder cannot bring its own.
struct CollectionStore: Sendable {
  private let files: FileSystem
  private let folder: String
  private let lock: WriteLock
  /// The kind of content, for messages.
  private let kind: String
  /// Absolute path of the file.
  let path: String

  /// - Parameters:
  ///   - kind: the name of the folder: `secrets`.
  ///   - collection: the collection's absolute path without symbolic links.
  init(_ kind: String, collection: String, stateFolder: String, files: FileSystem) {
    self.files = files
    self.kind = kind
    folder = FilePaths.join(stateFolder, kind)
    lock = WriteLock(stateFolder: stateFolder)
    let name = String(collection.map { $0 == "/" ? "%" : $0 }).utf8.suffix(150)
    // A long path is truncated; the digest keeps such paths apart.
    path = FilePaths.join(folder, "\(Digest.hexadecimal(collection.utf8).prefix(16))-\(Self.safe(name)).json")
  }

  /// The value stored for an environment; `nil` if there is none.
  func value(of environment: String) throws(WorkspaceError) -> JSONValue? { try content()[environment] }

  /// The environments with a stored value.
  func environments() throws(WorkspaceError) -> [String] {
    guard case .object(let members) = try content() else { return [] }
    return members.map(\.name)
  }

  /// Changes the value of one environment; keeps values that another program stores at the same time.
  /// - Parameter change: takes the current value and returns the new one.
  func change(
    of environment: String, _ change: (JSONValue?) throws(WorkspaceError) -> JSONValue?
  ) throws(WorkspaceError) {
    try lock.holding(path) { () throws(WorkspaceError) in
      var members: [JSONValue.Member] = []
      if case .object(let found) = try content() { members = found }
      let before = members
      let value = try change(members.first { $0.name == environment }?.value)
      members.removeAll { $0.name == environment }
      if let value { members.append(JSONValue.Member(environment, value)) }
      let file = AtomicFile(files)
      file.sweep(folder)
      if members == before { return }
      try onDisk { () throws(FileError) in try files.makeDirectory(folder, 0o700) }
      try file.replace(path, with: Array(JSONValue.object(members).pretty.utf8) + [0x0A], mode: 0o600)
    }
  }

  private func content() throws(WorkspaceError) -> JSONValue {
    guard let bytes = try onDisk({ () throws(FileError) in try files.readIfThere(path, 16 << 20) }) else {
      return .object([])
    }
    ProcessMemory.keepPrivate()
    do throws(JSONError) { return try JSONValue(parsing: bytes) } catch {
      throw .invalid(Notice(.error, path, "\(error); correct or remove the file, which contains the \(kind)"))
    }
  }

  private static func safe(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.map { $0 > 0x20 && $0 < 0x7F && $0 != 0x2F ? $0 : 0x5F }, as: UTF8.self)
  }
}
