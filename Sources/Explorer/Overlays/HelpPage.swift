import Terminal

/// The help: what can be done here first, then everything, searchable.
public struct HelpPage: Equatable, Sendable {
  public let context: Context
  public var field = TextField()
  public var offset = 0

  public init(context: Context) {
    self.context = context
  }

  /// One line: a heading, or a key with what it does.
  struct Line: Equatable {
    let keys: String
    let title: String
    var isHeading: Bool { keys.isEmpty }

    static let blank = Line(keys: "", title: "")
  }

  func lines(of table: CommandTable) -> [Line] {
    let shown = table.records.filter { record in
      !record.keys.isEmpty && !record.command.rawValue.hasPrefix("tab")
    }
    let own = shown.filter { $0.contexts.contains(context) && $0.contexts.count < Context.everywhere.count }
    var lines = section("Here", own)
    for section in CommandRecord.Section.allCases {
      lines += self.section(section.rawValue, shown.filter { $0.section == section && !own.contains($0) })
    }
    if matches("1 … 9 that tab of the pane") {
      lines += [.blank, Line(keys: "", title: "Tabs"), Line(keys: "1 … 9", title: "That tab of the pane")]
    }
    return Array(lines.drop { $0 == .blank })
  }

  private func section(_ title: String, _ records: [CommandRecord]) -> [Line] {
    let lines = records.map { record in
      Line(keys: record.keys.map(\.name).joined(separator: " "), title: record.title)
    }.filter { matches("\($0.keys) \($0.title)") }
    return lines.isEmpty ? [] : [.blank, Line(keys: "", title: title)] + lines
  }

  private func matches(_ text: String) -> Bool {
    field.text.isEmpty || text.lowercased().contains(field.text.lowercased())
  }
}
