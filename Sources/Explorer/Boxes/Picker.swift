import Basics
package import Terminal

/// A box with a field and a list filtered while typing: palette, environments, methods, themes, jumps, copies.
package struct Picker: Equatable, Sendable {
  /// The purpose of a list, which determines the effect of choosing an item.
  package enum Purpose: Hashable, Sendable {
    // Questions of a feature, which the feature names and answers itself
    case switching(Switching.Question)
    case export(Export.Question)
    case files(FilePlace)
    case response(ResponseFeature.List)
    case request(RequestPane.Question)
    // Not yet moved to their features
    case palette
    /// The commands for the item under the cursor. `of` identifies the item if it can vanish while the menu is open.
    case menu(of: String?)
    case jump
    case environment
    /// The keys of the environment editor for the variable under the cursor and its environment.
    case environmentMenu
    case theme
    case valueUse(ValueUse.Question)
    /// Explanations of the variables in the field under the cursor.
    case variable
    /// An explanation, without anything to choose.
    case about
  }

  package struct Item: Equatable, Sendable {
    package var id: String
    package var title: String
    /// Shown dimmed on the right: a key, a folder, a size.
    package var detail = ""
    /// The name within the title. A match of the name ranks above a match of the rest.
    package var name: String?
    /// A second text to match, shown instead of `detail` on a match: a file's path.
    package var place: String?
    /// The group of the item, between title and detail.
    package var section = ""
    /// True if the item is listed only after typing, behind all others.
    package var isJumpTarget = false
    /// The reason why it cannot be chosen now; `nil` if it can.
    package var refusal: String?
    /// A sentence about its effect, beside the title.
    package var sentence = ""
    /// Further words that find it, in lower case.
    var synonyms: [Substring] = []
    /// The colour of the first word of the title.
    package var token = Token.text
    /// True for an explained value that `.` saves.
    var isSavable = false
  }

  package var title: String
  package let purpose: Purpose
  package private(set) var items: [Item]
  package var field = TextField()
  /// Indexes into `items`, best match first; matches by `place` come last.
  package private(set) var found: [Int] = []
  var cursor = ListCursor()
  private var filtered = ""
  /// True if typed text that matches no item can be chosen, such as a custom method.
  package var takesTyped: Bool
  /// Lines shown beside the list for the item under the cursor, by item.
  package var preview: [String: [String]]
  /// The width of the longest item, up to the maximum width of a box.
  let columns: Int
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
    columns = items.reduce(0) { $1.isJumpTarget ? $0 : max($0, $1.columns(names: names)) }
    filter()
    if let selected, let index = items.firstIndex(where: { $0.id == selected }) { cursor.row = index }
  }

  func filled(with keys: KeyNames) -> Picker {
    var filled = self
    for index in items.indices { filled.items[index].refusal = items[index].refusal.map(keys.filled) }
    filled.preview = preview.mapValues { $0.map(keys.filled) }
    return filled
  }

  /// True for a list of explanations, which has no search field.
  var isExplanation: Bool { purpose == .about || purpose == .variable }

  package var current: Item? { found.indices.contains(cursor.row) ? items[found[cursor.row]] : nil }

  mutating func reveal(in size: Size) {
    cursor.settle(count: found.count, height: PickerView.list(of: self, in: size).height)
  }

  /// Updates the matches for the typed text.
  mutating func filter() {
    let pattern = field.text
    offerToCreate(pattern.trimmed)
    cursor = ListCursor()
    filtered = pattern
    if isPath(pattern) {
      found = []
    } else if pattern.isEmpty {
      found = items.indices.filter { !items[$0].isJumpTarget }
    } else {
      let items = items
      let matcher = FuzzyMatcher(pattern)
      found = matcher.order(of: items.map(\.title))
      if purpose == .jump { found = byName(found) }
      if purpose == .palette { found = PaletteSearch(pattern).order(of: items, fuzzy: found) }
      // Keep the order of the list, POST before PUT.
      if purpose == .request(.method) { found = found.filter(begins).sorted() + found.filter { !begins($0) } }
      var titled = [Bool](repeating: false, count: items.count)
      for index in found { titled[index] = true }
      let others = items.indices.filter { items[$0].place != nil && !titled[$0] }
      found += matcher.order(of: others.map { items[$0].place ?? "" }).map { others[$0] }
      if let last = items.indices.last, purpose == .environment, items[last].title.hasPrefix("Create ") {
        found = found.filter { $0 != last } + [last]
      }
    }
  }

  /// Offers a new environment with the typed name, below the existing ones that match.
  private mutating func offerToCreate(_ name: String) {
    guard purpose == .environment else { return }
    items.removeAll { $0.id.hasPrefix(Self.newEnvironment) && $0.id != Self.newEnvironment }
    guard !name.isEmpty, items.contains(where: { $0.id == Self.newEnvironment }),
      !items.contains(where: { $0.title == name })
    else { return }
    items.append(Item(id: Self.newEnvironment + name, title: "Create \(name)…"))
  }

  private func begins(_ index: Int) -> Bool { items[index].title.lowercased().hasPrefix(field.text.lowercased()) }

  /// Returns true if the typed text is a path, which a merely similar item must not replace.
  private func isPath(_ text: String) -> Bool {
    if case .switching(.workspace) = purpose { ["/", "~", "."].contains { text.hasPrefix($0) } } else { false }
  }

  /// Replaces an older version of the same list: keeps the typed text and the item under the cursor.
  mutating func takeOver(from old: Picker) {
    field = old.field
    if !field.isEmpty { filter() }
    guard let id = old.current?.id else { return }
    cursor.row = found.firstIndex { items[$0].id == id } ?? 0
  }

  /// The matched positions in an item's title; `nil` if it matched by `place`. Computed for visible items only.
  func marks(of item: Item) -> [Int]? { FuzzyMatcher(filtered).match(item.title)?.characters }

  package static func == (left: Picker, right: Picker) -> Bool {
    left.title == right.title && left.purpose == right.purpose && left.items == right.items
      && left.field == right.field && left.cursor == right.cursor
  }
}

extension Picker.Purpose {
  /// The action that a choice becomes; `nil` for a list that belongs to no feature.
  func action(_ id: String) -> Action? {
    switch self {
    case .switching(.workspace(let isBeside)):
      .switching(.chosen(paths: Picker.paths(of: id).map(TypedPath.plain), isBeside: isBeside))
    case .export(let question): .export(.answered(question, id))
    case .files(let place): .files(.placeChosen(place, folder: id))
    case .response(let list): .response(.picked(list, id))
    case .request(let question): .request(.answered(question, id))
    case .environment:
      if let name = id.rest(after: Picker.newEnvironment) {
        .environment(.newRequested(named: name))
      } else {
        .environment(.chosen(id.isEmpty ? nil : id))
      }
    case .environmentMenu: .environment(.menuPicked(id))
    case .jump: .tree(.jumped(to: id))
    case .variable: .variables(.chosen(id))
    case .valueUse(.request(let reference)): .valueUse(.requestChosen(path: id, reference: reference))
    case .valueUse(.place(let reference)): .valueUse(.placeChosen(id: id, reference: reference))
    default: nil
    }
  }
}

extension Picker {
  /// The number of best matches compared word by word, which is more than a screen shows.
  private static let most = 200

  /// The matches ordered by name: exact matches, prefixes, names with all words at word starts, then matches by method
  /// or URL.
  func byName(_ found: [Int]) -> [Int] {
    let typed = field.text.utf8.map(\.asciiLowercased)
    let words = field.text.lowercased().split(separator: " ")
    var ranked: [[Int]] = [[], [], [], []]
    for (place, index) in found.enumerated() {
      let name = items[index].name ?? ""
      var rank = 3
      if name.utf8.count >= typed.count, zip(name.utf8, typed).allSatisfy({ $0.asciiLowercased == $1 }) {
        rank = name.utf8.count == typed.count ? 0 : 1
      } else if place < Self.most {
        let starts = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        if words.allSatisfy({ word in starts.contains { $0.hasPrefix(word) } }) { rank = 2 }
      }
      ranked[rank].append(index)
    }
    return ranked.flatMap(\.self)
  }
}
