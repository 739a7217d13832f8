package import Workspaces

extension TreeFeature.State {
  /// What git says about the file or folder of a row.
  package func mark(of row: TreeRow) -> GitMarks.Mark? {
    switch row.id {
    case .collection(let path), .folder(let path), .request(let path): marks[path: path]
    case .scratch, .historyRoot, .exchange, .historyMore, .notice: nil
    }
  }
}
