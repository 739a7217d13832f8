import Basics

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

extension ImportPath {
  /// - Parameter config: `config` in `opencollection.yml`.
  static func read(_ config: YAMLNode?, _ reader: inout NodeReader) -> [ImportPath] {
    let protobuf = reader.map(config?["protobuf"], "protobuf")
    return reader.maps(protobuf?["importPaths"], "importPaths").compactMap { entry in
      let made = ImportPath(reader.text(entry["path"], "path of importPaths"), isEnabled: reader.isEnabled(entry))
      if made.isEnabled, made.leadsOut {
        reader.hint(entry["path"], "\(made.path) lies outside of the collection, so no file is imported from there")
      }
      return made.path.isEmpty ? nil : made
    }
  }

  /// Those of Bruno's older `bruno.json`: `[{path, enabled}]` in `protobuf`.
  static func read(ofOlder json: JSONValue) -> [ImportPath] {
    (json["importPaths"]?.array ?? []).compactMap { entry in
      guard let path = entry["path"]?.string, !path.isEmpty else { return nil }
      return ImportPath(path, isEnabled: entry["enabled"]?.bool != false)
    }
  }

  static func node(_ paths: [ImportPath]) -> YAMLNode? {
    guard !paths.isEmpty else { return nil }
    return .list(
      paths.map { path in
        .map([("path", .string(path.path))] + (path.isEnabled ? [] : [("disabled", .bool(true))]))
      })
  }

  private var leadsOut: Bool { !path.isEmpty && folder(in: "/collection") == nil }
}
