import Foundation
import Terminal
import TestSupport
import Testing

@testable import Explorer

/// The table of Documentation/Keys.md describes every key exactly as its record does.
///
/// `APUS_RECORD=1` rewrites the table and fails the run.
@Suite("The table of keys") struct KeysPageTests {
  private static let head = "| key | does | key | does |\n|---|---|---|---|\n"

  @Test("The table has exactly the keys and titles of the records")
  func table() throws {
    let path = "\(Repository.root.path)/Documentation/Keys.md"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let start = try #require(text.range(of: Self.head))
    let end = try #require(text.range(of: "\n\n", range: start.upperBound..<text.endIndex))
    let written = String(text[start.upperBound..<end.lowerBound])
    let made = Self.rows(of: CommandTable()).joined(separator: "\n")
    #expect(written == made, "APUS_RECORD=1 rewrites it")
    guard ProcessInfo.processInfo.environment["APUS_RECORD"] != nil else { return }
    try (text[..<start.upperBound] + made + text[end.lowerBound...]).write(
      toFile: path, atomically: true, encoding: .utf8)
    Issue.record("Documentation/Keys.md was rewritten: look at it, and run without APUS_RECORD")
  }

  @Test("An added, removed or renamed key changes the table")
  func sensitivity() throws {
    let made = Self.rows(of: CommandTable())
    for index in CommandTable.standard.indices where CommandTable.standard[index].isListed {
      var table = CommandTable()
      table.records[index].keys.append(.function(12))
      #expect(Self.rows(of: table) != made)
    }
    var table = CommandTable()
    let place = try #require(table.records.firstIndex { !$0.keys.isEmpty })
    table.records[place].keys.removeLast()
    #expect(Self.rows(of: table) != made)
  }

  /// Two commands per row, in the order of the help.
  private static func rows(of table: CommandTable) -> [String] {
    var cells = table.records.filter { $0.isListed && !$0.keys.isEmpty }.map { command in
      "\(command.keys.map { name(of: $0) }.joined(separator: " ")) | \(command.title)\(places(of: command.contexts))"
    }
    cells.append("`1` … `9` `0` | Tab 1 … 10 of the pane")
    if !cells.count.isMultiple(of: 2) { cells.append(" | ") }
    return stride(from: 0, to: cells.count, by: 2).map { "| \(cells[$0]) | \(cells[$0 + 1]) |" }
  }

  /// Escapes the vertical bar, which would end the cell.
  private static func name(of key: Key) -> String {
    // The sign of macOS, where this test may run.
    "`\(key.name.replacing("|", with: "\\|").replacing("⌥", with: "Alt-"))`"
  }

  private static func places(of contexts: ContextSet) -> String {
    if contexts == Context.everywhere || contexts == Context.anywhere { return "" }
    if contexts == Context.request { return " (request)" }
    if contexts == Context.response { return " (response)" }
    return " (\(Context.allCases.filter { contexts.contains($0) }.map { word(for: $0) }.joined(separator: ", ")))"
  }

  private static func word(for context: Context) -> String {
    switch context {
    case .tree: "tree"
    case .url: "URL"
    case .rows: "rows"
    case .text: "text"
    case .fields: "choices"
    case .document: "answer"
    case .facts: "lists"
    case .grid: "tables"
    case .run: "run"
    case .history: "history"
    case .cookies: "cookies"
    case .overlay: "boxes"
    }
  }
}
