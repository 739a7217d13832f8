package import Sessions

/// What is exported.
package enum ExportTarget: Hashable, Sendable {
  /// A request as it stands on the screen, or in its file if it is not open.
  case request(RequestKey)
  /// The folder or collection at this absolute path, as its files are.
  case folder(String)
}

/// What is exported, and as what.
package struct ExportOrder: Hashable, Sendable {
  package var target: ExportTarget
  package var form: ExportForm
  /// Whether the requests of a folder become a file each.
  package var isSplit: Bool

  package init(_ target: ExportTarget, as form: ExportForm, isSplit: Bool = false) {
    self.target = target
    self.form = form
    self.isSplit = isSplit
  }
}
