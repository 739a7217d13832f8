extension [ImportPath] {
  /// Writes them into the tree of `opencollection.yml`.
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
