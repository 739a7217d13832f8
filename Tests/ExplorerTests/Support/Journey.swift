import Basics
import Foundation
import Interchange
import Terminal
import Testing
import Workspaces

@testable import Explorer

/// A state with a small workspace, driven by keys as a user would, that records the requested effects.
struct Journey {
  var state: AppState
  var effects: [Effect] = []

  init(columns: Int = 100, rows: Int = 30, capabilities: Capabilities = Capabilities()) {
    state = AppState(
      size: Size(columns: columns, rows: rows), capabilities: capabilities, workspace: Samples.workspace, formats: .all,
      now: Samples.now)
    apply(.started)
  }

  /// Starts with an initial state.
  init(_ state: AppState) { self.state = state }

  /// Applies an action as the event loop does: each in its own batch, followed by a redraw.
  mutating func apply(_ action: Action) {
    effects += state.apply(action)
    state.drawn()
  }

  mutating func press(_ keys: Key...) {
    for key in keys { apply(.terminal(.key(key))) }
  }

  mutating func type(_ text: String) {
    for character in text { apply(.terminal(.key(.character(character)))) }
  }

  mutating func paste(_ text: String) { apply(.terminal(.paste(text))) }

  mutating func click(_ x: Int, _ y: Int, clicks: Int = 1) {
    apply(.terminal(.mouse(Mouse(.press, at: Point(x: x, y: y), clicks: clicks))))
  }

  mutating func drag(from start: Point, to end: Point) {
    apply(.terminal(.mouse(Mouse(.press, at: start))))
    apply(.terminal(.mouse(Mouse(.drag, at: end))))
    apply(.terminal(.mouse(Mouse(.release, at: end))))
  }

  /// Opens a request as if its file had been read.
  mutating func open(_ definition: RequestDefinition = Samples.getUser, path: String = Samples.getUserPath) {
    apply(
      .files(
        .requestLoaded(
          .file(path), definition, id: "users/get-user", collection: Samples.workspace.collections[0].path)))
    apply(.files(.variablesLoaded(.file(path), Samples.variables)))
  }

  /// The terms of each requested send.
  var sends: [SendTerms] {
    effects.compactMap { if case .transfer(.send(_, _, _, let terms)) = $0 { terms } else { nil } }
  }

  /// True if an effect may use the network.
  var usesNetwork: Bool { effects.contains { if case .transfer = $0 { true } else { false } } }

  /// Discards the effects requested so far.
  mutating func forget() { effects = [] }

  var screen: Screen {
    var screen = Screen(state.size)
    AppView.draw(state, into: &screen)
    return screen
  }

  var text: String {
    let text = screen.text
    if text.unicodeScalars.contains("\u{10FF00}") { Issue.record("A key was not filled in: \(text)") }
    return text
  }
  var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  /// The bottom line, with a message in a box above it.
  var footer: String {
    guard state.overlay == nil, Footer(state: state).isMessageAbove, let message = state.message else {
      return lines.last ?? ""
    }
    let (columns, bottom) = (state.size.columns, state.layout.bottom.y)
    guard let frame = BottomLines.box(of: message, above: bottom, columns: columns, state.theme)?.frame else {
      let words = BottomLines(message, columns: columns, most: max(1, state.size.rows - 2), state.theme).lines
      let said = lines.dropLast().suffix(words.count).map { $0.split(separator: " ").joined(separator: " ") }
      return (said + [lines.last ?? ""]).joined(separator: " ")
    }
    let screen = screen
    let said = (frame.minY + 1..<frame.maxY - 1).map { y in
      (frame.minX + 1..<frame.maxX - 1).map { screen[$0, y].text }.joined().trimmed
    }
    return (said + [lines.last ?? ""]).joined(separator: " ")
  }
  /// The keys in the bottom line with their labels.
  var footerKeys: [String] { Footer(state: state).items.map { "\($0.key) \($0.label)" } }

  /// The row of the tree that contains a text.
  func treeRow(_ text: String) throws -> String {
    let line = try #require(lines.dropFirst().first { $0.contains(text) })
    return String(line.dropFirst().split(whereSeparator: { "│|".contains($0) }).first ?? "").trimmed
  }

  /// The text of an open question on one line; empty if there is none.
  var asked: String {
    guard case .question(let question)? = state.overlay else { return "" }
    let (frame, screen) = (QuestionBox(question, in: state.size).frame, screen)
    let rows = (frame.minY..<frame.maxY).map { y in
      (frame.minX + 1..<frame.maxX - 1).map { screen[$0, y].text }.joined()
    }
    return rows.joined(separator: " ").split { $0 == " " || $0 == "─" }.joined(separator: " ")
  }
}
