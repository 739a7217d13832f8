import Terminal

/// A box with a field and a list filtered as one types: the palette, environments, methods, themes, jumps, copies.
public struct Picker: Equatable, Sendable {
  /// What the list is for; tells what taking an item does.
  public enum Purpose: Hashable, Sendable {
    case palette
    case jump
    case environment
    case theme
    case method
    case bodyKind
    case authentication
    case copy
    /// What can be done with a value of an answer.
    case value
    /// The ways to look at a document.
    case view
    /// Which exchange to compare with.
    case comparand
    /// A variable of the field under the cursor, explained.
    case variable
    /// Where to move the request or folder with that path.
    case folder(moving: String)
  }

  public struct Item: Equatable, Sendable {
    public var id: String
    public var title: String
    /// Stands at the right, dim: a key, a folder, a size.
    public var detail: String
    /// What it is looked for by, too, and shown in the place of `detail` when found by it: a file's path.
    public var place: String?
    /// Why it cannot be taken now; `nil` when it can.
    public var refusal: String?
    /// Colour of the first word of the title.
    public var token: Token

    public init(
      id: String, title: String, detail: String = "", place: String? = nil, refusal: String? = nil,
      token: Token = .text
    ) {
      self.id = id
      self.title = title
      self.detail = detail
      self.place = place
      self.refusal = refusal
      self.token = token
    }
  }

  public var title: String
  public let purpose: Purpose
  public let items: [Item]
  public var field = TextField()
  /// Indexes into `items`, best first; what is found by its place comes last.
  public private(set) var found: [Int] = []
  public private(set) var cursor = 0
  public private(set) var offset = 0
  /// What `found` was looked for by.
  private var filtered = ""
  /// Whether what was typed may be taken although it is in no item (a method of one's own).
  public var takesTyped: Bool
  /// Lines that stand beside the list for the item under the cursor.
  public var preview: [String: [String]]

  public init(
    _ title: String, _ purpose: Purpose, items: [Item], selected: String? = nil, takesTyped: Bool = false,
    preview: [String: [String]] = [:]
  ) {
    self.title = title
    self.purpose = purpose
    self.items = items
    self.takesTyped = takesTyped
    self.preview = preview
    filter()
    if let selected, let index = items.firstIndex(where: { $0.id == selected }) { cursor = index }
  }

  /// The item under the cursor.
  public var current: Item? { found.indices.contains(cursor) ? items[found[cursor]] : nil }

  mutating func move(by step: Int) {
    cursor = min(max(0, cursor + step), max(0, found.count - 1))
  }

  mutating func reveal(height: Int) {
    guard height > 0 else { return }
    if cursor < offset { offset = cursor }
    if cursor >= offset + height { offset = cursor - height + 1 }
    offset = min(max(0, offset), max(0, found.count - height))
  }

  /// Derives what is found from what is typed.
  mutating func filter() {
    let pattern = field.text
    cursor = 0
    offset = 0
    // What does not match the beginning does not match the whole: typing on looks among what was found.
    let isNarrower = !filtered.isEmpty && pattern.hasPrefix(filtered)
    let among = isNarrower ? found.sorted() : Array(items.indices)
    filtered = pattern
    if pattern.isEmpty {
      found = Array(items.indices)
    } else {
      let items = items
      let matcher = FuzzyMatcher(pattern)
      found = matcher.order(of: among.lazy.map { items[$0].title }).map { among[$0] }
      var titled = [Bool](repeating: false, count: items.count)
      for index in found { titled[index] = true }
      let others = among.filter { items[$0].place != nil && !titled[$0] }
      found += matcher.order(of: others.lazy.map { items[$0].place ?? "" }).map { others[$0] }
    }
  }

  /// Takes the place of an older list of the same: what was typed stays, and the cursor stays at its item.
  mutating func takeOver(from old: Picker) {
    field = old.field
    if !field.isEmpty { filter() }
    guard let id = old.current?.id else { return }
    cursor = found.firstIndex { items[$0].id == id } ?? 0
  }

  /// The places of an item's title that match what is typed: looked for where it is shown;
  /// `nil` when it was found by its place.
  func marks(of item: Item) -> [Int]? { FuzzyMatcher(filtered).match(item.title)?.characters }

  public static func == (left: Picker, right: Picker) -> Bool {
    left.title == right.title && left.purpose == right.purpose && left.items == right.items
      && left.field == right.field && left.cursor == right.cursor && left.offset == right.offset
  }
}
