import Terminal

/// One thing that a user can ask for by a key, the palette or the mouse: its words, its keys, its places, when it is
/// possible, and what it does.
///
/// Footer, help, palette and the README's table of keys are made from these records; each stands in the folder of its
/// feature, and `CommandTable` composes them. A feature's command knows no more than the `Situation` that it is given,
/// and asks for actions of its feature; `lifted` makes it one of all. Two records are equal when they have the same name:
/// other keys do not make another command.
public struct CommandRecord<Situation, Wanted>: Sendable {
  public typealias Section = CommandSection

  /// Stays the same for good: a file of keys names commands by it.
  public let name: String
  /// What it does, in the words of the palette and the help: a sentence without a full stop.
  public let title: String
  /// The first is the one that is shown.
  public var keys: [Key]
  /// Where its keys act.
  public let contexts: ContextSet
  public let section: Section
  /// Its place in its section of help and palette, smallest first.
  let rank: Int
  /// Its word in the footer; `nil` keeps it out of there.
  let footer: FooterWord?
  /// Whether it stands in help and palette by itself; the digits of the tabs share one line.
  let isListed: Bool
  /// Why it cannot be done now, empty for "just nothing"; `nil` when it can.
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
  public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CommandRecord {
  /// The word of a command in the footer, and when it stands there.
  struct FooterWord: Sendable {
    let text: @Sendable (Situation) -> String
    /// Where it comes before the others, and which of those comes first.
    let lead: (rank: Int, contexts: ContextSet)?
    /// Stands at the end, where people who are lost look for help.
    let isPinned: Bool
    /// Whether there is something here that it could be wanted for; elsewhere the palette still has it.
    let isOfUse: @Sendable (Situation) -> Bool

    init(
      text: @escaping @Sendable (Situation) -> String, lead: (rank: Int, contexts: ContextSet)? = nil,
      isPinned: Bool = false, isOfUse: @escaping @Sendable (Situation) -> Bool = { _ in true }
    ) {
      self.text = text
      self.lead = lead
      self.isPinned = isPinned
      self.isOfUse = isOfUse
    }

    static func word(
      _ text: String, lead: (rank: Int, contexts: ContextSet)? = nil,
      when isOfUse: @escaping @Sendable (Situation) -> Bool = { _ in true }
    ) -> FooterWord {
      FooterWord(text: { _ in text }, lead: lead, isOfUse: isOfUse)
    }

    static func pinned(_ text: String) -> FooterWord { FooterWord(text: { _ in text }, isPinned: true) }
  }
}

extension CommandRecord {
  /// The same command as one of the whole, which says what its feature is given and does what that asks for.
  func lifted<Whole, Other>(
    given situation: @escaping @Sendable (Whole) -> Situation,
    perform: @escaping @Sendable (inout Whole, [Wanted]) -> [Other]
  ) -> CommandRecord<Whole, Other> {
    let word = footer.map { word in
      CommandRecord<Whole, Other>.FooterWord(
        text: { word.text(situation($0)) }, lead: word.lead, isPinned: word.isPinned,
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
