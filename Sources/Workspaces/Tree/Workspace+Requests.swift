extension Workspace {
  /// The file of a request by its path in the collection, without the ending; `nil` where there is none.
  ///
  /// What a collection names so stays in it: another collection has secrets and consents of its own.
  package func path(ofRequest id: String, in collection: String) -> String? {
    let parts = id.split(separator: "/", omittingEmptySubsequences: false)
    // Hidden folders are the user's: `.apus`, `.git`.
    guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return nil }
    return ["yml", "yaml", "bru"].lazy.map { FilePaths.join(collection, "\(id).\($0)") }.first { [self] path in
      // What cannot be examined cannot be read either.
      ((try? files.stamp(path)) ?? nil)?.isDirectory == false && files.leadsInside(path, collection)
        && self.collection(of: path) == collection
    }
  }

  /// A request's name for `apus send` and in the history: its path in its collection without the extension.
  package func requestID(of path: String) -> String {
    let name = FilePaths.relative(path, to: collection(of: path))
    let ending = FilePaths.ending(of: name)
    return ["yml", "yaml", "bru"].contains(ending) ? String(name.dropLast(ending.count + 1)) : name
  }
}
