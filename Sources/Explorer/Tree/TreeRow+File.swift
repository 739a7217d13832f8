import Workspaces

extension TreeRow {
  /// The file or folder of the row, which can be renamed, moved and deleted.
  var filePath: String? {
    switch id {
    case .folder(let path), .request(let path): path
    case .collection, .scratch, .historyRoot, .exchange, .historyMore, .notice: nil
    }
  }

  var name: String {
    switch content {
    case .collection(let name, _), .folder(let name, _): name
    case .request(let node): node.name
    case .scratch: "New request"
    case .historyRoot, .historyMore: "History"
    case .exchange(let entry): entry.url
    case .notice(let notice): notice.path
    }
  }
}
