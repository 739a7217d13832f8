package import Workspaces

/// A text in a foreign format, and what it cannot express.
package struct ExportedText: Hashable, Sendable {
  package var text: String
  package var notices: [Notice]
}
