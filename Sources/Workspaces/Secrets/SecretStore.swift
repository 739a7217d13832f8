import Basics
import Networking

/// The values of secret variables: one file per collection in the user's state folder, readable only by its owner.
package struct SecretStore: Sendable {
  private let files: FileSystem
  private let folder: String
  private let lock: WriteLock
  /// Absolute path of the store of one collection.
  package let path: String

  /// - Parameter collection: the collection's absolute path without symbolic links.
  package init(collection: String, stateFolder: String, files: FileSystem) {
    self.files = files
    folder = FilePaths.join(stateFolder, "secrets")
    lock = WriteLock(stateFolder: stateFolder)
    let name = String(collection.map { $0 == "/" ? "%" : $0 }).utf8.suffix(150)
    // A long path is truncated; the digest keeps such paths apart.
    path = FilePaths.join(folder, "\(Digest.hexadecimal(collection.utf8).prefix(16))-\(Self.safe(name)).json")
  }

  /// The values of one environment by variable name; empty if there are none.
  package func values(of environment: String) throws(WorkspaceError) -> [String: String] {
    guard case .object(let members) = try content()[environment] ?? .object([]) else { return [:] }
    return Dictionary(members.compactMap { member in member.value.string.map { (member.name, $0) } }) { first, _ in
      first
    }
  }

  /// The environments that have values.
  func environments() throws(WorkspaceError) -> [String] {
    guard case .object(let members) = try content() else { return [] }
    return members.map(\.name)
  }

  /// Replaces all values of that environment; an empty value is removed.
  package func set(_ values: [String: String], of environment: String) throws(WorkspaceError) {
    try change(of: environment) { $0 = values }
  }

  /// Changes the current values of one environment: what another program stores at the same time is kept. An empty
  /// value is removed.
  package func change(
    of environment: String, _ change: (inout [String: String]) -> Void
  ) throws(WorkspaceError) {
    try lock.holding(path) { () throws(WorkspaceError) in
      var values = try values(of: environment)
      change(&values)
      let kept = values.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
      let object = JSONValue.object(kept.map { JSONValue.Member($0.key, .string($0.value)) })
      try write { members in
        members.removeAll { $0.name == environment }
        if !kept.isEmpty { members.append(JSONValue.Member(environment, object)) }
      }
    }
  }

  private func content() throws(WorkspaceError) -> JSONValue {
    do {
      let bytes = try files.read(path, 16 << 20)
      ProcessMemory.keepPrivate()
      return try JSONValue(parsing: bytes)
    } catch let error as FileError {
      if error.reason == .missing { return .object([]) }
      throw .file(error)
    } catch {
      throw .invalid(Notice(.error, path, "\(error); correct or remove the file, which contains the secrets"))
    }
  }

  /// Called while the lock is held.
  private func write(_ change: (inout [JSONValue.Member]) -> Void) throws(WorkspaceError) {
    var members: [JSONValue.Member] = []
    if case .object(let found) = try content() { members = found }
    let before = members
    change(&members)
    if members == before { return }
    try onDisk { () throws(FileError) in try files.makeDirectory(folder, 0o700) }
    try AtomicFile(files).replace(path, with: Array(JSONValue.object(members).pretty.utf8) + [0x0A], mode: 0o600)
  }

  private static func safe(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.map { $0 > 0x20 && $0 < 0x7F && $0 != 0x2F ? $0 : 0x5F }, as: UTF8.self)
  }
}
