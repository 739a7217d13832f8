import Explorer
import Workspaces

/// Which of several folders an effect is for, by the paths in it.
struct FolderRoute: Sendable {
  private let folders: [String]

  init(_ folders: [String]) { self.folders = folders }

  var all: [Int] { Array(folders.indices) }

  /// The nearest folder around a path, else the first.
  func folder(of path: String?) -> Int {
    guard let path else { return 0 }
    let around = all.filter { path == folders[$0] || path.hasPrefix(folders[$0] + "/") }
    return around.max { folders[$0].utf8.count < folders[$1].utf8.count } ?? 0
  }

  func folders(for effect: TransferEffect) -> [Int] {
    switch effect {
    case .send(let key, _, _, let terms), .sendUnder(_, let key, _, let terms),
      .copyAsCurl(let key, _, let terms, _, _), .inspectCertificate(let key, _, let terms, _),
      .rehearse(_, let key, _, let terms), .readSchema(let key, _, let terms, _):
      [folder(of: key.path ?? terms.collection)]
    case .export(let job): [folder(of: job.source.path)]
    case .allow(let question, _): [folder(of: question.collection)]
    // One folder only has that send, or that of a scratch request.
    case .cancel, .say, .endInput: all
    case .readCodings: [0]
    }
  }

  /// A search in the files of one folder.
  func own(_ effect: FindEffect, of index: Int) -> FindEffect {
    guard case .begin(let text, var tree, let serial, let limit) = effect else { return effect }
    tree.collections.removeAll { folder(of: $0.path) != index }
    return .begin(text, tree, serial: serial, limit: limit)
  }
}

extension ExportJob.Source {
  fileprivate var path: String? {
    switch self {
    case .draft(let key, _, let terms): key.path ?? terms.collection
    case .saved(let path, _), .folder(let path, _, _): path
    }
  }
}

extension FileChange {
  /// The file or folder that says whose change it is; `nil` if that is said otherwise.
  fileprivate var path: String? {
    switch self {
    case .create(_, let folder, _, _), .createFolder(_, let folder), .sort(let folder): folder
    case .duplicate(let path, _), .rename(let path, _), .move(let path, _, _), .reorder(let path, _),
      .delete(let path), .record(_, let path):
      path
    case .importing(let order): order.folder
    case .createCollection, .undo: nil
    }
  }
}

extension FileEffect {
  /// The path that says whose effect it is; `nil` if that is said otherwise, or if it is the first folder's.
  var folderPath: String? {
    switch self {
    case .loadRequest(let key), .adopt(let key, _), .save(let key, _, _), .journal(let key, _), .findPath(let key, _):
      key.path
    case .loadVariables(let key, _, let terms): key.path ?? terms.collection
    case .loadSettings(let folder), .convert(let folder, _), .saveAs(_, _, let folder, _): folder
    case .change(let change): change.path
    case .loadTree, .readGit, .loadHistory, .prune, .loadExchange, .loadPreview, .forgetExchange, .restoreExchange,
      .loadComparand:
      nil
    }
  }

  /// The exchange of the history that it is about.
  var exchange: String? {
    switch self {
    case .loadExchange(let id), .loadPreview(let id), .forgetExchange(let id), .loadComparand(_, let id): id
    case .restoreExchange(let forgotten): forgotten.id
    default: nil
    }
  }
}
