import Terminal

/// One command as the key table knows it: its words, its keys, its places. Drives footer, help, palette and README.
public struct CommandRecord: Hashable, Sendable {
  public let command: Command
  /// What it does, in the words of the palette and the help: a sentence without a full stop.
  public let title: String
  /// Its word in the footer; `nil` keeps it out of there.
  public let label: String?
  /// The first is the one that is shown.
  public let keys: [Key]
  public let contexts: ContextSet
  public let section: Section

  public enum Section: String, CaseIterable, Hashable, Sendable {
    case request = "Request"
    case going = "Going about"
    case editing = "Editing"
    case reading = "Reading"
    case environments = "Environments"
    case window = "Window"
  }

  init(
    _ command: Command, _ title: String, label: String? = nil, _ keys: [Key],
    in contexts: ContextSet = Context.everywhere, _ section: Section
  ) {
    self.command = command
    self.title = title
    self.label = label
    self.keys = keys
    self.contexts = contexts
    self.section = section
  }
}

extension Context {
  static let everywhere = ContextSet(Context.allCases).subtracting([.overlay])
  static let response: ContextSet = [.document, .facts, .grid]
  static let request: ContextSet = [.url, .rows, .text, .fields]
}
