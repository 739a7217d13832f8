import Basics
package import Terminal
import Workspaces

/// A prompt for one line of text: a name, a filter, a search.
package struct Prompt: Equatable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case newCollection
    case newRequest(folder: String)
    case newFolder(parent: String)
    case rename(path: String)
    case saveAs(RequestKey, folder: String)
    /// Where there is no collection yet.
    case saveInNew(RequestKey, collection: String)
    case treeFilter
    case search
    case jsonPath
    /// What the messages of an answer have to have.
    case messages
    /// The name of a saved message of a call.
    case messageName
    case saveBody
    case environmentName
    case goToLine
    case pipe
    /// The name for a variable with that value.
    case environmentVariable(value: String)
    /// The name for a variable that each answer sets from this place; its value now.
    case capture(expression: String, value: String)
    /// The value of a variable that a send missed.
    case variableValue(name: String)
    /// A file of certificate authorities to trust for this host and port.
    case authorities(host: String)
    case historyFilter
    case cookieFilter
    /// How much history is kept.
    case retention
    /// The data file of a run, and the file of its report.
    case runData, runReport, runUntil, runTempo
    /// The path of a file to import; a paste is imported itself.
    case importSource
    /// The file to export to.
    case exportFile(ExportOrder)
  }

  package var title: String
  package let purpose: Purpose
  package var field: TextField
  /// The text before the user typed.
  let initial: String
  /// Whether the typed text is masked.
  var isHidden = false
  /// Where what is named will be, which Tab changes.
  var place: String?

  package init(_ title: String, _ purpose: Purpose, text: String = "") {
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
  static func saveInNew(_ key: RequestKey, collection: String, name: String) -> Prompt {
    var prompt = Prompt("Save as", .saveInNew(key, collection: collection), text: name)
    prompt.place = "the new collection \(collection)"
    return prompt
  }
  static func treeFilter(_ text: String) -> Prompt { Prompt("Filter by name, URL, #tag", .treeFilter, text: text) }

  /// The keys that act in it.
  var keys: [(key: String, label: String)] {
    guard place != nil else { return [("Enter", verb), ("Esc", "close")] }
    let isNew = if case .saveInNew = purpose { true } else { false }
    return [("Enter", "save"), ("Tab", isNew ? "name the collection" : "choose the place"), ("Esc", "close")]
  }

  /// What Enter does.
  private var verb: String {
    switch purpose {
    case .newCollection, .newRequest, .newFolder, .environmentName: "create"
    case .rename, .messageName: "rename"
    case .saveAs, .saveInNew, .saveBody: "save"
    case .treeFilter, .jsonPath, .messages, .historyFilter, .cookieFilter: "filter"
    case .search: "search"
    case .goToLine: "go there"
    case .pipe: "run"
    case .environmentVariable, .capture, .variableValue, .retention, .runUntil, .runTempo: "set"
    case .authorities: "trust"
    case .importSource: "import"
    case .exportFile: "export"
    case .runData: "read"
    case .runReport: "write"
    }
  }

  /// Whether there is a row for a note below the field.
  var hasNote: Bool {
    if case .exportFile = purpose { true } else { false }
  }

  /// The whole path of the file that would be written, for a path typed from that folder.
  func target(from folder: String) -> String? {
    guard hasNote, !folder.isEmpty else { return nil }
    let path = field.text.trimmed
    guard !path.isEmpty else { return nil }
    if path.hasPrefix("/") || path.hasPrefix("~") { return path }
    return (folder.hasSuffix("/") ? folder : folder + "/") + path.trimmingPrefix("./")
  }

  /// Whether the answer can still fail on disk.
  var isAnsweredByDisk: Bool {
    switch purpose {
    case .newCollection, .newRequest, .newFolder, .rename, .saveAs, .saveInNew, .saveBody, .importSource,
      .exportFile:
      true
    default: false
    }
  }

  /// Whether the prompt acts on each key.
  var isLive: Bool {
    switch purpose {
    case .treeFilter, .historyFilter, .cookieFilter, .search, .jsonPath, .messages: true
    default: false
    }
  }
}
