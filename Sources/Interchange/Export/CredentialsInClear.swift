package import Workspaces

extension ImportedCollection {
  /// One notice about the credentials written to the files in clear text: those that an export would mask.
  ///
  /// A specification contains samples only, which need no masking.
  package var credentialsInClear: [Notice] {
    guard !format.hasPrefix(ImportFormat.openapi.rawValue) else { return [] }
    let hidden = masked()
    let environments = zip(environments, hidden.environments).filter { $0 != $1 }.map { $0.0.name }
    let places = Self.differences(root, hidden.root) + environments
    let notices = places.map { place in
      Notice(
        .warning, place,
        "a credential is in the file, in clear text; move it to a secret variable before you share the file")
    }
    return notices.grouped
  }

  /// The names of the folders and requests whose own content differs. Both trees have the same shape.
  private static func differences(_ plain: Folder, _ hidden: Folder) -> [String] {
    let own = plain.settings == hidden.settings ? [] : [plain.name]
    return own
      + zip(plain.items, hidden.items).flatMap { plain, hidden in
        switch (plain, hidden) {
        case (.folder(let plain), .folder(let hidden)): differences(plain, hidden)
        case (.request(let plain, _), .request(let hidden, _)): plain == hidden ? [] : [plain.name]
        default: [String]()
        }
      }
  }
}
