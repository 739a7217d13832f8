import Terminal
import Workspaces

/// One line of text that is asked for: a name, a filter, a search.
public struct Prompt: Equatable, Sendable {
  public enum Purpose: Hashable, Sendable {
    case newCollection
    case newRequest(folder: String)
    case newFolder(parent: String)
    case rename(path: String)
    case saveAs(RequestKey, folder: String)
    case treeFilter
    case search
    case jsonPath
    case saveBody
    case environmentName
    case goToLine
    case pipe
    /// The name of a variable with that value.
    case environmentVariable(value: String)
    case historyFilter
    /// How much of the history is kept.
    case retention
    /// A value that a send asks for.
    case sendAnswer
  }

  public var title: String
  public let purpose: Purpose
  public var field: TextField
  /// What stood there before anything was typed.
  let initial: String
  /// What is typed is not shown.
  var isHidden = false

  public init(_ title: String, _ purpose: Purpose, text: String = "") {
    self.title = title
    self.purpose = purpose
    initial = text
    field = TextField(text)
  }

  static let newCollection = Prompt("Name of the new collection", .newCollection)
  static func newRequest(folder: String) -> Prompt { Prompt("Name of the new request", .newRequest(folder: folder)) }
  static func newFolder(parent: String) -> Prompt { Prompt("Name of the new folder", .newFolder(parent: parent)) }
  static func rename(path: String, name: String) -> Prompt { Prompt("New name", .rename(path: path), text: name) }
  static func saveAs(_ key: RequestKey, folder: String, name: String) -> Prompt {
    Prompt("Save as", .saveAs(key, folder: folder), text: name)
  }
  static func treeFilter(_ text: String) -> Prompt { Prompt("Filter", .treeFilter, text: text) }

  /// Whether the disk decides if the answer can be used.
  var isAnsweredByDisk: Bool {
    switch purpose {
    case .newCollection, .newRequest, .newFolder, .rename, .saveAs, .saveBody: true
    default: false
    }
  }

  /// Whether the text acts while it is typed.
  var isLive: Bool {
    switch purpose {
    case .treeFilter, .historyFilter, .search, .jsonPath: true
    default: false
    }
  }
}
