import Basics

/// A folder in which the `.proto` files of a collection look up their imports (`config.protobuf.importPaths`).
package struct ImportPath: Hashable, Sendable {
  /// Relative to the collection's folder.
  package var path: String
  package var isEnabled: Bool

  package init(_ path: String, isEnabled: Bool = true) {
    self.path = path
    self.isEnabled = isEnabled
  }

  /// The folder; `nil` if it is outside of the collection, which may not read it.
  func folder(in collection: String) -> String? {
    let folder = FilePaths.absolute(path, in: collection)
    return FilePaths.isBelow(folder, collection) ? folder : nil
  }
}

/// Reads the import paths in Bruno's older `bruno.json`.
enum ImportPathReader {
  /// `[{path, enabled}]` in `protobuf`.
  static func paths(ofOlder json: JSONValue) -> [ImportPath] {
    (json["importPaths"]?.array ?? []).compactMap { entry in
      guard let path = entry["path"]?.string, !path.isEmpty else { return nil }
      return ImportPath(path, isEnabled: entry["enabled"]?.bool != false)
    }
  }
}

extension ImportPath {
  static let shape: RowShape<Self> = {
    var shape = RowShape(
      start: Self(""),
      fields: [Field("path", \.path, .text.always, what: "path of importPaths")] + Field.enabled(\.isEnabled),
      order: ["path", "disabled"], name: \.path, words: { $0.isEnabled ? "" : "(off)" })
    shape.refusal = { $0["path"]?.text == "" || $0["path"] == nil ? "" : nil }
    shape.complete = { path, entry, reader in
      // The location of the collection does not matter.
      guard path.isEnabled, !path.path.isEmpty, path.folder(in: "/collection") == nil else { return }
      reader.hint(entry["path"], "\(path.path) is outside the collection, so no file is imported from there")
    }
    return shape
  }()
}
