package import Terminal

/// A command that the user runs by a key, the palette or the mouse: its names, keys and contexts, when it is available,
/// and what it does.
///
/// Footer, help, palette and the table in Documentation/Keys.md are generated from these records. Each record is defined
/// in the folder of its feature, and `CommandTable` combines them. A feature's command sees only its `Situation` and
/// returns actions of its feature; `lifted` makes it a command of the whole program. Records with the same name are
/// equal, whatever their keys.
package struct CommandRecord<Situation, Wanted>: Sendable {
  package typealias Section = CommandSection

  /// Never changes: a file of key bindings refers to commands by name.
  package let name: String
  /// The description in palette and help: a sentence without a full stop.
  package let title: String
  /// The first key is the one displayed.
  package var keys: [Key]
  /// The contexts in which its keys act.
  package let contexts: ContextSet
  package let section: Section
  /// Its position in its section of help and palette, smallest first.
  let rank: Int
  /// Its word in the footer; `nil` for a command that the footer never shows.
  let footer: FooterWord?
  /// Whether it has its own line in help and palette; the digits of the tabs share one.
  let isListed: Bool
  /// Why it is refused now, empty to ignore it silently; `nil` if it is not refused.
  let refusal: @Sendable (Situation) -> String?
  let handler: @Sendable (inout Situation) -> [Wanted]

  init(
    _ name: String, _ title: String, _ keys: [Key] = [], in contexts: ContextSet = Context.everywhere,
    section: Section, rank: Int, footer: FooterWord? = nil, isListed: Bool = true,
    refusal: @escaping @Sendable (Situation) -> String? = { _ in nil },
    handler: @escaping @Sendable (inout Situation) -> [Wanted]
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

extension CommandRecord: Hashable {
  package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CommandRecord {
  /// The word of a command in the footer, and when to show it.
  struct FooterWord: Sendable {
    let text: @Sendable (Situation) -> String
    /// The contexts in which it comes before other commands, and its rank there.
    let lead: (rank: Int, contexts: ContextSet)?
    /// Further contexts in which it leads, with another rank.
    let also: (rank: Int, contexts: ContextSet)?
    /// Pinned to the end, where a lost user looks for help.
    let isPinned: Bool
    /// Whether the command is useful at the moment; the palette lists it in any case.
    let isOfUse: @Sendable (Situation) -> Bool

    init(
      text: @escaping @Sendable (Situation) -> String, lead: (rank: Int, contexts: ContextSet)? = nil,
      also: (rank: Int, contexts: ContextSet)? = nil, isPinned: Bool = false,
      isOfUse: @escaping @Sendable (Situation) -> Bool = { _ in true }
    ) {
      self.text = text
      self.lead = lead
      self.also = also
      self.isPinned = isPinned
      self.isOfUse = isOfUse
    }

    static func word(
      _ text: String, lead: (rank: Int, contexts: ContextSet)? = nil,
      also: (rank: Int, contexts: ContextSet)? = nil,
      when isOfUse: @escaping @Sendable (Situation) -> Bool = { _ in true }
    ) -> FooterWord {
      FooterWord(text: { _ in text }, lead: lead, also: also, isOfUse: isOfUse)
    }

    static func pinned(_ text: String) -> FooterWord { FooterWord(text: { _ in text }, isPinned: true) }
  }
}

extension CommandRecord {
  /// Converts the command to one of a larger whole: `given` provides its situation, `perform` carries out its actions.
  func lifted<Whole, Other>(
    given situation: @escaping @Sendable (Whole) -> Situation,
    perform: @escaping @Sendable (inout Whole, [Wanted]) -> [Other]
  ) -> CommandRecord<Whole, Other> {
    let word = footer.map { word in
      CommandRecord<Whole, Other>.FooterWord(
        text: { word.text(situation($0)) }, lead: word.lead, also: word.also, isPinned: word.isPinned,
        isOfUse: { word.isOfUse(situation($0)) })
    }
    return CommandRecord<Whole, Other>(
      name, title, keys, in: contexts, section: section, rank: rank, footer: word, isListed: isListed,
      refusal: { refusal(situation($0)) },
      handler: { whole in
        var given = situation(whole)
        return perform(&whole, handler(&given))
      })
  }
}
