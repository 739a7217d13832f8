/// Opens what a folder or a collection shares with its requests, in the pane of a request.
///
/// It has no state, reads no file and shows nothing: it delegates that through an `Outcome`. Once it is open, it is
/// edited, saved and undone as a request (`RequestDefinition.Kind.isShared`).
enum FolderSettingsFeature {
  enum Action: Equatable, Sendable {
    /// The settings of the folder that the user means.
    case requested
    /// Those of this folder.
    case wanted(folder: String)
  }

  /// What it needs to know about the rest of the program.
  struct Surroundings {
    /// The folder or collection that the user means.
    var folder: String?
    /// What is open already, by folder, if its file can be read.
    var open: (String) -> RequestKey?
  }

  enum Outcome: Equatable {
    case said(Message.Kind, String)
    case show(RequestKey)
    case load(folder: String)
  }

  static func reduce(_ action: Action, in given: Surroundings) -> [Outcome] {
    let folder: String? =
      switch action {
      case .requested: given.folder
      case .wanted(let folder): folder
      }
    guard let folder else { return [.said(.information, "There is no folder here: choose one in the tree")] }
    return [given.open(folder).map { .show($0) } ?? .load(folder: folder)]
  }
}
