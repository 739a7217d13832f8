import Basics
import Workspaces

/// One file of the folder `keys` beside the settings, as it was read.
package struct KeysFile: Hashable, Sendable {
  package enum Fault: Error, Hashable, Sendable {
    case notThere
    case unreadable(String)
  }

  /// The name of the file without `.yml`.
  let name: String
  let content: Result<BindingsFile, Fault>

  package init(name: String, _ bytes: Result<[UInt8], Fault>) {
    self.name = name
    content = bytes.map { BindingsFile($0) }
  }

  /// As messages name it.
  var shownName: String { "keys/\(VisibleText.of(name)).yml" }
}
