/// A folder in which the `.proto` files of a collection look for those that they import (`config.protobuf.importPaths`).
package struct ImportPath: Hashable, Sendable {
  /// Relative to the collection's folder.
  package var path: String
  package var isEnabled: Bool

  package init(_ path: String, isEnabled: Bool = true) {
    self.path = path
    self.isEnabled = isEnabled
  }

  /// The folder; `nil` outside of the collection, whose files are not the collection's to read.
  func folder(in collection: String) -> String? {
    let folder = FilePaths.absolute(path, in: collection)
    return FilePaths.isBelow(folder, collection) ? folder : nil
  }
}
