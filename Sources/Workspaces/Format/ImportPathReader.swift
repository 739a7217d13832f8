import Basics

/// Reads `config.protobuf.importPaths` of a collection, and the equivalent in Bruno's older `bruno.json`.
enum ImportPathReader {
  /// - Parameter config: `config` in `opencollection.yml`.
  static func paths(_ config: YAMLNode?, _ reader: inout NodeReader) -> [ImportPath] {
    let protobuf = reader.map(config?["protobuf"], "protobuf")
    return reader.maps(protobuf?["importPaths"], "importPaths").compactMap { entry in
      let made = ImportPath(reader.text(entry["path"], "path of importPaths"), isEnabled: reader.isEnabled(entry))
      guard !made.path.isEmpty else { return nil }
      // Where the collection is does not matter.
      if made.isEnabled, made.folder(in: "/collection") == nil {
        reader.hint(entry["path"], "\(made.path) lies outside of the collection, so no file is imported from there")
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
