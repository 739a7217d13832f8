import Basics

extension TreeFeature.State {
  /// The columns that the rows in sight ask for. Addresses of the history and notices are cut: they have no length that
  /// one could make room for.
  func columns(visible rows: Int) -> Int {
    self.rows.dropFirst(max(0, offset)).prefix(max(0, rows)).reduce(0) { max($0, $1.columns) }
  }
}

extension TreeRow {
  /// No tree is as wide as that, so what stands behind it in a name does not need to be measured.
  private static let longestMeasured = 200

  /// With the margin before and the result behind it.
  fileprivate var columns: Int {
    switch content {
    case .collection(let name, _), .folder(let name, _): depth * 2 + TextWidth.of(name.prefix(Self.longestMeasured)) + 4
    case .request(let node): depth * 2 + TextWidth.of(node.name.prefix(Self.longestMeasured)) + 10
    case .scratch, .historyRoot, .exchange, .historyMore, .notice: 0
    }
  }
}
