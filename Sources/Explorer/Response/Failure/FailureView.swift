import Basics
import HTTPModel
import Terminal
import Workspaces

/// The layout of the failure page: what happened, the choices, and as much of the waterfall as fits.
struct FailureLayout {
  enum Line: Equatable {
    case blank
    case headline(String)
    case words(String)
    case choice(Int, FailureChoice)
    case hint
  }

  let area: Rect
  let lines: [Line]

  /// The maximum number of lines of a text, so that the choices below it stay visible.
  private static let mostLines = 3

  init(_ page: FailurePage, in area: Rect) {
    self.area = area
    let width = max(1, Self.text(in: area).width)
    let isAiry = area.height >= 14
    var lines: [Line] = isAiry ? [.blank] : []
    lines += Self.parts(of: page.headline, width).map { .headline($0) }
    let words = [page.detail, page.advice].compactMap(\.self).flatMap { Self.parts(of: $0, width) }
    if isAiry, !words.isEmpty { lines.append(.blank) }
    lines += words.map { .words($0) }
    if area.height >= 10 { lines.append(.blank) }
    lines += page.choices.enumerated().map { .choice($0, $1) }
    if !page.isQuiet { lines.append(.hint) }
    self.lines = lines
  }

  /// The row of a line, which the cursor bar covers.
  func row(_ line: Int) -> Rect {
    let margin = area.width >= 40 ? 1 : 0
    return Rect(x: area.x + margin, y: area.y + line, width: max(0, area.width - 2 * margin), height: 1)
  }

  /// The text of a line, indented within the cursor bar.
  func text(_ line: Int) -> Rect {
    var place = Self.text(in: area)
    place.y += line
    return place
  }

  private static func text(in area: Rect) -> Rect {
    let margin = area.width >= 40 ? 3 : 1
    return Rect(x: area.x + margin, y: area.y, width: max(0, area.width - margin - 1), height: 1)
  }

  var choices: [FailureChoice] {
    guard area.width >= 20 else { return [] }
    return lines.prefix(max(0, area.height)).compactMap { if case .choice(_, let choice) = $0 { choice } else { nil } }
  }

  func choice(at point: Point) -> Int? {
    let line = point.y - area.y
    guard area.contains(point), lines.indices.contains(line), case .choice(let index, _) = lines[line] else {
      return nil
    }
    return index
  }

  /// The area of the page in the pane; a failed exchange has tabs above it.
  static func area(of page: FailurePage, in frame: Rect) -> Rect {
    page.exchange == nil ? frame.inset() : ResponseView.contentArea(in: frame)
  }

  private static func parts(of text: String, _ width: Int) -> [String] {
    let parts = text.wrapped(to: width)
    guard parts.count > mostLines else { return parts }
    let rest = parts[(mostLines - 1)...].joined(separator: " ")
    return parts.prefix(mostLines - 1) + [Truncation.end.applied(to: rest, columns: width)]
  }
}

extension ResponsePane {
  /// The choices shown in a frame: those of the failure page, or the one in the border below a truncated body.
  func shownChoices(for subject: ResponseSubject) -> [FailureChoice] {
    guard let frame = subject.rect else { return [] }
    if let page = FailurePage(self, for: subject) {
      return FailureLayout(page, in: FailureLayout.area(of: page, in: frame)).choices
    }
    return borderChoice(in: frame).map { [$0] } ?? []
  }

  func failureCursor(of page: FailurePage) -> Int {
    min(max(0, lists[.body]?.row ?? 0), max(0, page.choices.count - 1))
  }

  /// The choice for a truncated body, which is shown before the reason in the lower border.
  func borderChoice(in frame: Rect) -> FailureChoice? {
    guard tab == .body, derivedViews.isEmpty, let exchange, exchange.failure?.category == .bodyTooLarge,
      let reading = body,
      reading.search == nil, reading.marked == nil, frame.width >= 46
    else { return nil }
    return .setting("maximumBodySize", "raises the limit")
  }
}

/// Draws the failure page: what happened, why, the choices with their keys, then the phases as far as they ran.
enum FailureView {
  static func draw(_ page: FailurePage, _ scene: ResponseScene, in frame: Rect, into screen: inout Screen) {
    let layout = FailureLayout(page, in: FailureLayout.area(of: page, in: frame))
    let cursor = scene.pane.failureCursor(of: page)
    for (row, line) in layout.lines.enumerated() where row < layout.area.height {
      if case .choice(let index, let choice) = line {
        draw(choice, isCursor: index == cursor, scene, in: layout.row(row), into: &screen)
      } else {
        draw(pieces(of: line, isQuiet: page.isQuiet, scene), layout, at: row, into: &screen)
      }
    }
    guard let exchange = page.exchange else { return }
    let start = layout.lines.count + 1
    let phases = Waterfall.phases(of: exchange, for: scene.subject, width: layout.text(0).width)
    for (row, line) in phases.enumerated() where start + row < layout.area.height {
      draw(line.pieces, layout, at: start + row, into: &screen)
    }
  }

  private static func draw(
    _ pieces: [StyledText], _ layout: FailureLayout, at row: Int, into screen: inout Screen
  ) {
    let place = layout.text(row)
    screen.write(pieces.truncated(to: place.width), at: place.origin, clippedTo: place)
  }

  private static func pieces(of line: FailureLayout.Line, isQuiet: Bool, _ scene: ResponseScene) -> [StyledText] {
    let theme = scene.theme
    switch line {
    case .blank, .choice: return []
    case .headline(let text): return [StyledText(text, theme[isQuiet ? .text : .error].adding(.bold))]
    case .words(let text): return [StyledText(text, theme[.dim])]
    case .hint:
      let words = scene.keys.filled("\(key: "nextPane") moves here; then type a letter to choose.")
      return scene.isFocused ? [] : [StyledText(words, theme[.dim])]
    }
  }

  /// Draws a choice: its key, its title and, if there is room, its effect.
  private static func draw(
    _ choice: FailureChoice, isCursor: Bool, _ scene: ResponseScene, in row: Rect, into screen: inout Screen
  ) {
    let theme = scene.theme
    let inside = row.width >= 40 ? Rect(x: row.x + 3, y: row.y, width: row.width - 5, height: 1) : row.splitLeft(1).1
    // A letter acts only on this page; the keys of commands act everywhere.
    let isReady = scene.isFocused || choice.action == .command
    let pieces = [
      StyledText(key(of: choice, scene).padded(to: 4), theme[isReady ? .accent : .faint].adding(.bold)),
      StyledText(choice.title, theme[scene.isFocused ? .text : .dim]),
    ]
    screen.write(pieces.truncated(to: inside.width), at: inside.origin, clippedTo: inside)
    if pieces.columns + 3 + TextWidth.of(choice.effect) <= inside.width {
      screen.write(choice.effect, in: inside, style: theme[.dim], align: .right)
    }
    if isCursor { Ground.markCursor(row, isFocused: scene.isFocused, scene, &screen) }
  }

  static func key(of choice: FailureChoice, _ scene: ResponseScene) -> String {
    scene.keys[choice.command] ?? ":"
  }
}

extension ResponseReducer {
  /// A letter key of the page. It performs the choice as drawn, and only while that is still shown.
  mutating func choose(_ command: String) {
    if let choice = pane.offered.first(where: { $0.command == command }) { choose(choice) }
  }

  private mutating func choose(_ choice: FailureChoice) {
    guard pane.offered.contains(choice), pane.shownChoices(for: subject).contains(choice) else { return }
    switch choice.action {
    case .editField(let field): context.edit(field)
    case .define(let name, let environment?):
      var prompt = Prompt(
        "Value of \(name) in environment \(environment)", .response(.variableValue(name: name)), verb: "set")
      prompt.isHidden = VariableTable.namesSecret(name)
      context.ask(prompt)
    case .define(let name, nil): define(name)
    case .changeVariable(let name, let environment?):
      context.leaveEditing()
      context.perform(.environment(.variableTargeted(name, in: environment)))
    case .changeVariable(let name, nil): context.perform(.variables(.chosen(name)))
    case .setting(let key): editSetting(key)
    case .openFile(let path): context.run(.system(.editFile(path: path)))
    case .copy(let text, let label): context.copy(text, as: label)
    case .chooseAuthorities(let host):
      context.ask(
        Prompt(
          "CA file (PEM) to trust for \(host)", .response(.authorities(host: host)),
          verb: "trust", completesPath: true))
    case .trust(let url): context.perform(.sending(.step(key, .certificateRequested(url: url))))
    case .startDemo: context.run(.system(.startDemo))
    case .command:
      if let command = context.app.commands.command(named: choice.command) { context.perform(.command(command)) }
    }
  }

  private mutating func editSetting(_ key: String) {
    context.focus(.request)
    context.inRequestPane { $0.editSetting(key) }
  }

  private mutating func define(_ name: String) {
    if context.app.refusalToEdit == nil { context.focus(.request) }
    context.inRequestPane { $0.define(name) }
  }

  /// Moves the cursor among the choices; returns false if no failure page is shown.
  mutating func moveInChoices(_ motion: Motion) -> Bool {
    guard !motion.isSideways, let page = FailurePage(pane, for: subject) else { return false }
    let (cursor, count) = (pane.failureCursor(of: page), page.choices.count)
    putCursor(at: motion.row(from: cursor, page: count, count: count))
    return true
  }

  private mutating func putCursor(at index: Int) { pane.lists[.body] = ListCursor(row: index) }

  /// Enter on the choice under the cursor; returns false if no failure page is shown.
  mutating func enterChoice() -> Bool {
    guard let page = FailurePage(pane, for: subject) else { return false }
    let cursor = pane.failureCursor(of: page)
    if page.choices.indices.contains(cursor) { choose(page.choices[cursor]) }
    return true
  }

  /// A click performs a choice; a right click only moves the cursor to it.
  mutating func clickChoice(_ mouse: Mouse, of page: FailurePage) {
    guard mouse.kind == .press, let frame = subject.rect else { return }
    let layout = FailureLayout(page, in: FailureLayout.area(of: page, in: frame))
    guard let index = layout.choice(at: mouse.point) else { return }
    putCursor(at: index)
    if mouse.button == .left { choose(page.choices[index]) }
  }
}

/// The letter keys of the failure page. Each acts only while the page shows it.
enum FailureCommands {
  static let all: [Command] = [
    editField, variable, setting, openFile, copyCommand, authorities, trust, demo,
  ]

  private static let editField = make(
    "failureField", "After a failure: edit the field that is wrong", "a", in: [.facts], rank: 280, word: "edit it")
  private static let variable = make(
    "failureVariable", "After a failure: define or change the variable", "c", in: [.facts], rank: 290,
    word: "variable")
  private static let setting = make(
    "failureSetting", "After a failure: change the setting that caused it", "r", in: [.document, .facts], rank: 300,
    word: "setting")
  private static let openFile = make(
    "failureFile", "After a failure: open the faulty file in $EDITOR", "o", in: [.facts], rank: 310,
    word: "$EDITOR")
  private static let copyCommand = make(
    "failureCommand", "After a failure: copy a command that sends without verifying", "x", in: [.facts], rank: 320,
    word: "copy command")

  private static let authorities = make(
    "failureAuthorities", "After a failure: choose a CA file", "t", in: [.facts], rank: 322,
    word: "authorities")
  private static let trust = make(
    "failureTrust", "After a failure: trust the certificate for this host", "p", in: [.facts], rank: 323,
    word: "trust")
  private static let demo = make(
    "failureDemo", "After a failure: start the demo API", "b", in: [.facts], rank: 324, word: "start demo")

  private static func make(
    _ name: String, _ title: String, _ key: Character, in contexts: ContextSet, rank: Int, word: String
  ) -> Command {
    Command(
      name, title, [.character(key)], in: contexts, section: .reading, rank: rank,
      footer: .word(word, lead: (1 + rank % 10, contexts)),
      refusal: { state in
        let isOffered = state.session?.response.offered.contains { $0.command == name } == true
        return isOffered ? nil : "This works only on a failure that offers it"
      },
      handler: { $0.inResponse { $0.choose(name) } })
  }
}
