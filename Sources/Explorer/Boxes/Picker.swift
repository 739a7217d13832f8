package import Terminal

/// A box with a field and a list filtered while typing: palette, environments, methods, themes, jumps, copies.
package struct Picker: Equatable, Sendable {
  /// The purpose of the list, which determines the effect of choosing an item.
  package enum Purpose: Hashable, Sendable {
    case palette
    /// The commands for what is under the cursor. `of` identifies it, where it can vanish under an open menu.
    case menu(of: String?)
    case jump
    case environment
    case theme
    case method
    case bodyKind
    case authentication
    case copy
    /// Actions for a value in a response.
    case value
    /// The request to use a live reference in, and the place in it.
    case use(reference: String)
    case usePlace(reference: String)
    /// The views of a document.
    case view
    /// The exchange to compare with.
    case comparand
    /// Explanations of the variables in the field under the cursor.
    case variable
    /// The saved message to say.
    case message
    /// What one thing is: there is nothing to choose.
    case about
    /// The destination for the request or folder with that path.
    case folder(moving: String)
    /// Where to save a request that has no file; the place before.
    case place(RequestKey, from: String)
    /// What to export this as.
    case export(ExportTarget)
    /// Whether the requests of a folder go to a file each, to one, or to the clipboard.
    case exportPlace(ExportOrder)
    /// Another workspace, by its path, in place of what is open or beside it.
    case workspace(isBeside: Bool)
  }

  package struct Item: Equatable, Sendable {
    package var id: String
    package var title: String
    /// Shown dim at the right: a key, a folder, a size.
    package var detail: String
    /// What the thing in the title is called; a match of it comes before one of the rest.
    package var name: String?
    /// A second text to match, shown instead of `detail` on a match: a file's path.
    package var place: String?
    /// What it belongs to, between title and detail.
    package var section = ""
    /// Whether it is only listed once something was typed, behind all others.
    package var isSought = false
    /// Why it cannot be chosen now; `nil` if it can.
    package var refusal: String?
    /// Colour of the first word of the title.
    package var token: Token

    package init(
      id: String, title: String, detail: String = "", name: String? = nil, place: String? = nil, section: String = "",
      isSought: Bool = false, refusal: String? = nil, token: Token = .text
    ) {
      self.id = id
      self.title = title
      self.detail = detail
      self.name = name
      self.place = place
      self.section = section
      self.isSought = isSought
      self.refusal = refusal
      self.token = token
    }
  }

  package var title: String
  package let purpose: Purpose
  package private(set) var items: [Item]
  package var field = TextField()
  /// Indexes into `items`, best match first; matches by `place` come last.
  package private(set) var found: [Int] = []
  package private(set) var cursor = 0
  package private(set) var offset = 0
  /// The text that `found` matches.
  private var filtered = ""
  /// Whether typed text that matches no item can be chosen, such as a custom method.
  package var takesTyped: Bool
  /// Lines beside the list, by item; shown for the item under the cursor.
  package var preview: [String: [String]]
  /// The columns that the longest item needs, as far as they are worth measuring.
  let columns: Int
  /// The columns of the names, behind which the rest of the titles begins.
  let nameColumns: Int

  package init(
    _ title: String, _ purpose: Purpose, items: [Item], selected: String? = nil, takesTyped: Bool = false,
    preview: [String: [String]] = [:]
  ) {
    self.title = title
    self.purpose = purpose
    self.items = items
    self.takesTyped = takesTyped
    self.preview = preview
    nameColumns = Self.nameColumns(of: items)
    let names = nameColumns
    columns = items.reduce(0) { $1.isSought ? $0 : max($0, $1.columns(names: names)) }
    filter()
    if let selected, let index = items.firstIndex(where: { $0.id == selected }) { cursor = index }
  }

  /// With the keys that its texts name.
  func filled(with keys: KeyNames) -> Picker {
    var filled = self
    for index in items.indices { filled.items[index].refusal = items[index].refusal.map(keys.filled) }
    filled.preview = preview.mapValues { $0.map(keys.filled) }
    return filled
  }

  /// Whether it only explains things, and there is nothing to look for.
  var isExplanation: Bool { purpose == .about || purpose == .variable }

  /// The item under the cursor.
  package var current: Item? { found.indices.contains(cursor) ? items[found[cursor]] : nil }

  mutating func move(by step: Int) {
    cursor = min(max(0, cursor + step), max(0, found.count - 1))
  }

  /// Scrolls the list below the cursor, which the next key brings back into sight: for the wheel.
  mutating func scroll(by rows: Int, height: Int) {
    offset = min(max(0, offset + rows), max(0, found.count - height))
  }

  mutating func reveal(height: Int) {
    guard height > 0 else { return }
    if cursor < offset { offset = cursor }
    if cursor >= offset + height { offset = cursor - height + 1 }
    offset = min(max(0, offset), max(0, found.count - height))
  }

  /// Updates the matches for the typed text.
  mutating func filter() {
    let pattern = field.text
    cursor = 0
    offset = 0
    filtered = pattern
    if isPath(pattern) {
      found = []
    } else if pattern.isEmpty {
      found = items.indices.filter { !items[$0].isSought }
    } else {
      let items = items
      let matcher = FuzzyMatcher(pattern)
      found = matcher.order(of: items.map(\.title))
      if purpose == .jump { found = byName(found) }
      // Behind the best match, which may say why it cannot be done, comes what can.
      if purpose == .palette {
        let sought = found.filter { items[$0].isSought }
        let commands = found.filter { !items[$0].isSought }
        let rest = commands.dropFirst()
        found = commands.prefix(1) + rest.filter(isUsable) + rest.filter { !isUsable($0) } + sought
      }
      // POST before PUT, as in the list.
      if purpose == .method { found = found.filter(begins).sorted() + found.filter { !begins($0) } }
      var titled = [Bool](repeating: false, count: items.count)
      for index in found { titled[index] = true }
      let others = items.indices.filter { items[$0].place != nil && !titled[$0] }
      found += matcher.order(of: others.map { items[$0].place ?? "" }).map { others[$0] }
    }
  }

  private func isUsable(_ index: Int) -> Bool { items[index].refusal == nil }

  private func begins(_ index: Int) -> Bool { items[index].title.lowercased().hasPrefix(field.text.lowercased()) }

  /// Whether the typed text is a path of its own, which no item that merely resembles it replaces.
  private func isPath(_ text: String) -> Bool {
    if case .workspace = purpose { ["/", "~", "."].contains { text.hasPrefix($0) } } else { false }
  }

  /// Replaces an older version of the same list: keeps the typed text and the item under the cursor.
  mutating func takeOver(from old: Picker) {
    field = old.field
    if !field.isEmpty { filter() }
    guard let id = old.current?.id else { return }
    cursor = found.firstIndex { items[$0].id == id } ?? 0
  }

  /// The matched positions in an item's title, computed only for visible items; `nil` if it matched by `place`.
  func marks(of item: Item) -> [Int]? { FuzzyMatcher(filtered).match(item.title)?.characters }

  package static func == (left: Picker, right: Picker) -> Bool {
    left.title == right.title && left.purpose == right.purpose && left.items == right.items
      && left.field == right.field && left.cursor == right.cursor && left.offset == right.offset
  }
}
