import Basics

/// The requests of a folder as files for another tool, one for each.
package struct ExportFiles: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    /// Below the folder that they are written to.
    package var path: String
    package var text: String

    package init(path: String, text: String) {
      self.path = path
      self.text = text
    }
  }

  package var files: [File] = []
  /// What is left out, and what the form could not hold.
  package var notices: [String]
  /// How many requests are left out.
  package var leftOut = 0

  package init(notices: [String] = [], leftOut: Int = 0) {
    self.notices = notices
    self.leftOut = leftOut
  }

  /// Whether a secret in one of them is masked.
  package var isMasked: Bool { files.contains { ExportText(text: $0.text).isMasked } }

  /// `6 files`
  package var count: String { files.count == 1 ? "1 file" : "\(Quantity.count(files.count)) files" }
}
