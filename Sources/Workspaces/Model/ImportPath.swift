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

/// Reads `config.protobuf.importPaths` of a collection, and the equivalent in Bruno's older `bruno.json`.
enum ImportPathReader {
  /// - Parameter config: `config` in `opencollection.yml`.
  static func paths(_ config: YAMLNode?, _ reader: inout NodeReader) -> [ImportPath] {
    let protobuf = reader.map(config?["protobuf"], "protobuf")
    return reader.maps(protobuf?["importPaths"], "importPaths").compactMap { entry in
      let made = ImportPath(reader.text(entry["path"], "path of importPaths"), isEnabled: reader.isEnabled(entry))
      guard !made.path.isEmpty else { return nil }
      // The location of the collection does not matter.
      if made.isEnabled, made.folder(in: "/collection") == nil {
        reader.hint(entry["path"], "\(made.path) is outside the collection, so no file is imported from there")
      }
      return made
    }
  }

  /// `[{path, enabled}]` in `protobuf`.
  static func paths(ofOlder json: JSONValue) -> [ImportPath] {
    (json["importPaths"]?.array ?? []).compactMap { entry in
      guard let path = entry["path"]?.string, !path.isEmpty else { return nil }
      return ImportPath(path, isEnabled: entry["enabled"]?.bool != false)
    }
  }
}

extension [ImportPath] {
  /// Writes the paths into the tree of `opencollection.yml`.
  static func write(_ root: inout YAMLNode, from old: Self, to new: Self) {
    guard old != new else { return }
    root.update("config", order: SettingsWriter.collectionOrder) { config in
      config.update("protobuf", order: SettingsWriter.configOrder) { $0.put("importPaths", new.node) }
    }
  }

  private var node: YAMLNode? {
    guard !isEmpty else { return nil }
    return .list(
      map { path in
        .map([("path", .string(path.path))] + (path.isEnabled ? [] : [("disabled", .bool(true))]))
      })
  }
}
