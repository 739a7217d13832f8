package import Terminal

/// A command that the user runs by a key, the palette or the mouse: its names, keys and contexts, when it is available,
/// and what it does.
///
/// Footer, help, palette and the table in Documentation/Keys.md are generated from these records. Each record is defined
/// in the folder of its feature, and `CommandTable` combines them. Records with the same name are equal, whatever their
/// keys.
package struct Command: Sendable {
  package typealias Section = CommandSection

  /// The permanent name, by which files of key bindings refer to the command.
  package let name: String
  /// The description in palette and help, without a full stop.
  package let title: String
  /// The keys. The first one is displayed.
  package var keys: [Key]
  /// The contexts in which its keys act.
  package let contexts: ContextSet
  package let section: Section
  /// The position in the section of help and palette, smallest first.
  let rank: Int
  /// The word in the footer; `nil` for a command that the footer never shows.
  let footer: FooterWord?
  /// True if the command has its own line in help and palette. The digits of the tabs share one.
  let isListed: Bool
  /// The reason why the command is refused now, empty to ignore it silently; `nil` if it is available.
  let refusal: @Sendable (AppState) -> String?
  let handler: @Sendable (inout AppState) -> [Effect]

  init(
    _ name: String, _ title: String, _ keys: [Key] = [], in contexts: ContextSet = Context.everywhere,
    section: Section, rank: Int, footer: FooterWord? = nil, isListed: Bool = true,
    refusal: @escaping @Sendable (AppState) -> String? = { _ in nil },
    handler: @escaping @Sendable (inout AppState) -> [Effect]
  ) {
    self.name = name
    self.title = title
    self.keys = keys
    self.contexts = contexts
    self.section = section
    self.rank = rank
    self.footer = footer
    self.isListed = isListed
    self.refusal = refusal
    self.handler = handler
  }
}

extension Command {
  /// A command that gives the program one action.
  init(
    _ name: String, _ title: String, _ keys: [Key] = [], in contexts: ContextSet = Context.everywhere,
    section: Section, rank: Int, footer: FooterWord? = nil,
    refusal: @escaping @Sendable (AppState) -> String? = { _ in nil }, action: Action
  ) {
    self.init(
      name, title, keys, in: contexts, section: section, rank: rank, footer: footer, refusal: refusal,
      handler: { $0.change(by: action) })
  }
}

extension Command: Hashable {
  package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Command {
  /// The rank among the commands that come first in a context, in the footer and in the help; `nil` for others.
  func lead(in context: Context) -> Int? {
    [footer?.lead, footer?.also].compactMap(\.self).first { $0.contexts.contains(context) }?.rank
  }

  /// The word of a command in the footer, and when to show it.
  struct FooterWord: Sendable {
    let text: @Sendable (AppState) -> String
    /// The contexts in which the command precedes others, and its rank there.
    var lead: (rank: Int, contexts: ContextSet)?
    /// Further contexts in which the command precedes others, with another rank.
    var also: (rank: Int, contexts: ContextSet)?
    /// True if the word is pinned to the end, where users look for help.
    var isPinned = false
    /// Returns true if the command is useful now. The palette lists it in any case.
    var isOfUse: @Sendable (AppState) -> Bool = { _ in true }

    static func word(
      _ text: String, lead: (rank: Int, contexts: ContextSet)? = nil,
      also: (rank: Int, contexts: ContextSet)? = nil,
      when isOfUse: @escaping @Sendable (AppState) -> Bool = { _ in true }
    ) -> FooterWord {
      FooterWord(text: { _ in text }, lead: lead, also: also, isOfUse: isOfUse)
    }

    static func pinned(_ text: String) -> FooterWord { FooterWord(text: { _ in text }, isPinned: true) }
  }
}

/// The sections of help and palette, in order.
package enum CommandSection: String, CaseIterable, Hashable, Sendable {
  case request = "Request"
  case going = "Moving around"
  case editing = "Editing"
  case reading = "Reading"
  case environments = "Environments"
  case window = "Window"
}

/// A cursor motion, independent of the content of the pane.
package enum Motion: Hashable, Sendable {
  case up, down, left, right
  case pageUp, pageDown
  case top, bottom

  var isSideways: Bool { self == .left || self == .right }

  /// The row of a list to move to, within `count` rows. A sideways motion stays on the row.
  /// - Parameter page: the rows of a page.
  func row(from row: Int, page: Int, count: Int) -> Int {
    let last = max(0, count - 1)
    let target =
      switch self {
      case .up: row - 1
      case .down: row + 1
      case .pageUp: row - page
      case .pageDown: row + page
      case .top: 0
      case .bottom: last
      case .left, .right: row
      }
    return min(max(0, target), last)
  }

  /// The motion of a key in a box; `nil` for any other key.
  /// - Parameter isTyping: true if a field takes the letters, Home and End.
  init?(_ key: Key, isTyping: Bool = false) {
    switch key {
    case .up, .control("p"): self = .up
    case .down, .control("n"): self = .down
    case .pageUp: self = .pageUp
    case .pageDown: self = .pageDown
    case _ where isTyping: return nil
    case .character("k"): self = .up
    case .character("j"): self = .down
    case .home, .character("g"): self = .top
    case .end, .character("G"): self = .bottom
    default: return nil
    }
  }
}

/// A key of a pane that handles its keys without commands, for the bottom line and the help.
package struct PaneKey: Equatable, Sendable {
  package let key: String
  /// The label in the bottom line; `nil` if only the help lists the key.
  package let label: String?
  /// The description in the help.
  package let title: String

  init(_ key: String, _ label: String?, _ title: String) {
    self.key = key
    self.label = label
    self.title = title
  }
}
