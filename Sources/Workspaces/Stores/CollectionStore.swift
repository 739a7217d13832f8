import Basics
import HTTPModel

/// A store for one kind of data per environment of a collection, in the user's state folder: one JSON file per
/// collection, readable only by its owner. A folder cannot bring its own.
struct CollectionStore: Sendable {
  private let file: StateFile
  /// Absolute path of the file.
  var path: String { file.path }

  /// - Parameters:
  ///   - kind: the name of the folder: `secrets`.
  ///   - collection: the collection's absolute path without symbolic links.
  init(_ kind: String, collection: String, stateFolder: String, files: FileSystem) {
    let name = String(collection.map { $0 == "/" ? "%" : $0 }).utf8.suffix(150)
    // A long path is truncated; the digest keeps such paths apart.
    let place = "\(stateFolder)/\(kind)/\(Digest.hexadecimal(collection.utf8).prefix(16))-\(Self.safe(name)).json"
    file = StateFile(place, of: "the \(kind)", stateFolder: stateFolder, files: files)
  }

  /// The value stored for an environment; `nil` if there is none.
  func value(of environment: String) throws(WorkspaceError) -> JSONValue? {
    try content()?[environment]
  }

  func environments() throws(WorkspaceError) -> [String] {
    guard case .object(let members) = try content() else { return [] }
    return members.map(\.name)
  }

  /// Changes the value of one environment; keeps values that another program stores at the same time.
  /// - Parameter change: takes the current value and returns the new one.
  func change(
    of environment: String, _ change: (JSONValue?) throws(WorkspaceError) -> JSONValue?
  ) throws(WorkspaceError) {
    try file.change { content throws(WorkspaceError) in
      ProcessMemory.keepPrivate()
      var members: [JSONValue.Member] = []
      if case .object(let found) = content { members = found }
      let value = try change(members.first { $0.name == environment }?.value)
      members.removeAll { $0.name == environment }
      if let value { members.append(JSONValue.Member(environment, value)) }
      return content == nil && members.isEmpty ? nil : .object(members)
    }
  }

  private func content() throws(WorkspaceError) -> JSONValue? {
    let content = try file.content()
    if content != nil { ProcessMemory.keepPrivate() }
    return content
  }

  private static func safe(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.map { $0 > 0x20 && $0 < 0x7F && $0 != 0x2F ? $0 : 0x5F }, as: UTF8.self)
  }
}
