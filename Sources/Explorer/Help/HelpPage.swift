import Basics
package import Terminal

/// The help: first the keys of the place where the user is, then all of them; searchable.
package struct HelpPage: Equatable, Sendable {
  /// Whose keys come first.
  package enum Place: Equatable, Sendable {
    case context(Context)
    /// A pane that has its keys to itself, in words.
    case pane(String, [PaneKey])
  }

  package let place: Place
  package var field = TextField()
  package var offset = 0

  package init(_ place: Place) {
    self.place = place
  }

  /// A heading, or a key with its description; a long description wraps.
  struct Line: Equatable {
    var keys = ""
    let title: String
    var isHeading = false

    static let blank = Line(title: "")
  }

  /// The width of the key column: that of the longest keys with the blanks behind them, within a third of the line.
  static func keyColumns<Given, Wanted>(of records: [CommandRecord<Given, Wanted>], width: Int) -> Int {
    let longest = records.filter { !$0.keys.isEmpty && $0.isListed }.map { TextWidth.of(pair(of: $0).keys) }.max() ?? 0
    return min(longest + 3, max(8, width / 3))
  }

  static func frame(in size: Size) -> Rect {
    if let low = OverlayView.lowFrame(in: size) { return low }
    let width = OverlayView.width(size.columns < 112 ? 84 : 100, in: size)
    return Rect(x: (size.columns - width) / 2, y: 1, width: width, height: size.rows - 2)
  }

  /// - Parameter width: the columns of a line.
  func lines<Given, Wanted>(of records: [CommandRecord<Given, Wanted>], width: Int) -> [Line] {
    let shown = records.filter { !$0.keys.isEmpty && $0.isListed }
    var own: [CommandRecord<Given, Wanted>] = []
    var entries: [Entry]
    switch place {
    case .context(let context):
      own = shown.filter { $0.contexts.contains(context) && $0.contexts.count < Context.everywhere.count }
      entries = [Entry(heading: "Here, \(context.place)", own.map { Self.pair(of: $0) })]
    case .pane(let words, let keys): entries = [Entry(heading: "Here, \(words)", keys.map { ($0.key, $0.title) })]
    }
    for section in CommandSection.allCases {
      let others = shown.filter { $0.section == section && !own.contains($0) }
      let everywhere = others.filter { $0.contexts.count >= Context.everywhere.count }
      let elsewhere = others.filter { $0.contexts.count < Context.everywhere.count }
      var pairs = everywhere.map { Self.pair(of: $0) }
      if section == .going { pairs.append(("1 … 9", "That tab of the pane")) }
      entries.append(Entry(heading: "Everywhere: \(section.rawValue.lowercased())", pairs))
      entries.append(
        Entry(heading: "In other places: \(section.rawValue.lowercased())", elsewhere.map { Self.pair(of: $0) }))
    }
    entries.append(Entry(heading: "Marks in the tree", TreeMark.allCases.map { ($0.sign, $0.words) }))
    let columns = Self.keyColumns(of: records, width: width)
    return Array(entries.flatMap { lines(of: $0, room: max(8, width - columns)) }.drop { $0 == .blank })
  }

  private typealias Pair = (keys: String, title: String)

  /// A heading and its lines.
  private struct Entry {
    let heading: String
    let pairs: [Pair]

    init(heading: String, _ pairs: [Pair]) {
      self.heading = heading
      self.pairs = pairs
    }
  }

  private static func pair<Given, Wanted>(of command: CommandRecord<Given, Wanted>) -> Pair {
    (command.keys.map(\.name).joined(separator: " "), command.title)
  }

  private func lines(of entry: Entry, room: Int) -> [Line] {
    let found = entry.pairs.filter { matches("\($0.keys) \($0.title)") }
    guard !found.isEmpty else { return [] }
    let rows = found.flatMap { pair -> [Line] in
      pair.title.wrapped(to: room).enumerated().map { Line(keys: $0 == 0 ? pair.keys : "", title: $1) }
    }
    return [.blank, Line(title: entry.heading, isHeading: true)] + rows
  }

  private func matches(_ text: String) -> Bool {
    if field.text.isEmpty { return true }
    // No description is this long; a pasted file must not be searched for a hundred times.
    return field.text.utf8.count < 200 && text.lowercased().contains(field.text.lowercased())
  }
}

extension Context {
  /// The name of the context in the help.
  var place: String {
    switch self {
    case .tree: "in the tree"
    case .url: "on the URL line"
    case .rows: "in a table of rows"
    case .text: "in a text"
    case .fields: "in the fields of a tab"
    case .document: "in a text of the response"
    case .facts: "in a list of the response"
    case .grid: "in a table, a comparison or a picture"
    case .run: "in the run of a folder"
    case .history: "in the history"
    case .cookies: "in the cookies"
    case .overlay: "in a box above the panes"
    }
  }
}
