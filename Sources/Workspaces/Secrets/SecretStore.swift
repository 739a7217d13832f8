import Basics

/// The values of secret variables: one file per collection in the user's state folder, readable only by its owner.
package struct SecretStore: Sendable {
  private let store: CollectionStore
  /// Absolute path of the store of one collection.
  package var path: String { store.path }

  /// - Parameter collection: the collection's absolute path without symbolic links.
  package init(collection: String, stateFolder: String, files: FileSystem) {
    store = CollectionStore("secrets", collection: collection, stateFolder: stateFolder, files: files)
  }

  /// The values of one environment by variable name; empty if there are none.
  package func values(of environment: String) throws(WorkspaceError) -> [String: String] {
    Self.values(try store.value(of: environment))
  }

  func environments() throws(WorkspaceError) -> [String] { try store.environments() }

  /// Replaces all values of that environment; an empty value is removed.
  package func set(_ values: [String: String], of environment: String) throws(WorkspaceError) {
    try change(of: environment) { $0 = values }
  }

  /// Changes the values of one environment; keeps values that another program stores at the same time. An empty value
  /// is removed.
  package func change(
    of environment: String, _ change: (inout [String: String]) -> Void
  ) throws(WorkspaceError) {
    try store.change(of: environment) { stored in
      var values = Self.values(stored)
      change(&values)
      let kept = values.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
      return kept.isEmpty ? nil : .object(kept.map { JSONValue.Member($0.key, .string($0.value)) })
    }
  }

  private static func values(_ stored: JSONValue?) -> [String: String] {
    guard case .object(let members) = stored else { return [:] }
    return Dictionary(members.compactMap { member in member.value.string.map { (member.name, $0) } }) { first, _ in
      first
    }
  }
}
