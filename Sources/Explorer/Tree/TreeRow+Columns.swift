import Basics
import Workspaces

extension TreeFeature.State {
  /// The width that the visible rows need. History URLs and notices are cut, since no width would fit them all.
  func columns(visible rows: Int) -> Int {
    self.rows.dropFirst(max(0, offset)).prefix(max(0, rows)).reduce(0) { max($0, $1.columns + columns(ofMark: $1)) }
  }

  /// Nothing is looked up where nothing is marked.
  private func columns(ofMark row: TreeRow) -> Int { !marks.isEmpty && mark(of: row) != nil ? 2 : 0 }
}

extension TreeRow {
  /// No tree is wider than this, so the rest of a name need not be measured.
  private static let longestMeasured = 200

  /// Includes the margin before the name and the result after it.
  fileprivate var columns: Int {
    switch content {
    case .collection(let name, _), .folder(let name, _): depth * 2 + TextWidth.of(name.prefix(Self.longestMeasured)) + 4
    case .request(let node):
      depth * 2 + TextWidth.of((node.name + feederText).prefix(Self.longestMeasured)) + 10
    case .scratch, .historyRoot, .exchange, .historyMore, .notice: 0
    }
  }

  /// ` ← Log in`: whose answers the request uses. It stands behind the name, and is cut first.
  var feederText: String { feeders.isEmpty ? "" : " ← \(feeders.joined(separator: ", "))" }
}
