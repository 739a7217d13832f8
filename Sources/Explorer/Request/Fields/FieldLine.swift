import Basics
import Terminal
import Workspaces

/// One line of the auth or options tab: its name, its value and how it is edited.
struct FieldLine: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// Enter edits it in place; a secret is masked except while edited.
    case text(isSecret: Bool)
    /// Space and Enter select the next choice.
    case choice([String])
    /// Enter opens a list.
    case list
    /// Read-only.
    case fact
  }

  let id: String
  var label: String
  let kind: Kind
  var value: String
  /// Shown dim while no value is set.
  var placeholder = ""
  /// The meaning of the value, dim after it, if it is not obvious.
  var note = ""
  /// True if the value is a risk; it is drawn in the colour of errors.
  var isRisky = false

  init(_ id: String, _ label: String, _ kind: Kind, _ value: String, placeholder: String = "") {
    self.id = id
    self.label = label
    self.kind = kind
    self.value = value
    self.placeholder = placeholder
  }

  var isEditable: Bool { if case .text = kind { true } else { false } }
  /// True if the value is masked, because it holds a secret and not a variable.
  var isMasked: Bool { kind == .text(isSecret: true) && VariableSpan.isLiteral(value) }
  private var origin: String { note.isEmpty ? "default" : note }

  fileprivate var shownPlaceholder: String { placeholder.isEmpty ? "" : "\(placeholder) (\(origin))" }

  /// The line in words, for linear mode.
  var words: String {
    if !value.isEmpty { return SpokenText.joined([label, isMasked ? "hidden" : value, note]) }
    return SpokenText.joined([label, placeholder.isEmpty ? "empty" : "\(placeholder), \(origin)"])
  }
}

/// Draws the auth and options tabs: a name and its value on each line.
enum FieldsView {
  /// The width of the name column.
  static func labelWidth(_ lines: [FieldLine], in rect: Rect) -> Int {
    min((lines.map { TextWidth.of($0.label) }.max() ?? 0) + 2, rect.width / 2)
  }

  static func draw(
    _ scene: RequestScene, in rect: Rect, frame: Rect, into screen: inout Screen
  ) {
    let session = scene.session
    let lines = session.fieldLines
    let width = labelWidth(lines, in: rect)
    let cursor = session.editor.cursor
    let isMarked = !session.editor.isOnURL && session.editor.editing == nil
    cursor.draw(
      count: lines.count, in: rect, frame: frame, isFocused: isMarked ? scene.isFocused : nil, scene, into: &screen
    ) { index, place, screen in
      draw(lines[index], label: width, session.variables, scene, in: place, into: &screen)
      if case .field(let edit) = session.editor.editing, edit.target == .field(lines[index].id),
        let field = session.shownField
      {
        let value = place.splitLeft(width).1
        let runs = scene.theme.runs(of: field.text, in: session.variables)
        field.drawEdited(scene, runs: runs, in: value, into: &screen)
      }
    }
  }

  /// - Parameter label: the width of the name.
  static func draw(
    _ line: FieldLine, label: Int, _ variables: VariableTable?, _ state: some Appearance, in place: Rect,
    into screen: inout Screen
  ) {
    let theme = state.theme
    let (name, rect) = place.splitLeft(label)
    screen.write(line.label, in: name, style: theme[.dim])
    let arrow = state.capabilities.unicode ? " ▾" : " v"
    if line.value.isEmpty {
      screen.write(line.shownPlaceholder, in: rect, style: theme[line.isRisky ? .error : .dim])
      return
    }
    switch line.kind {
    case .list: screen.write(line.value + arrow, in: rect, style: theme[.accent])
    case .fact: screen.write(line.value, in: rect, style: theme[line.isRisky ? .error : .dim])
    case .choice:
      let note = line.note.isEmpty ? "" : "  \(line.note)"
      let pieces = [StyledText(line.value, theme[line.isRisky ? .error : .text]), StyledText(note, theme[.dim])]
      screen.write(pieces.truncated(to: rect.width), at: Point(x: rect.x, y: rect.y), clippedTo: rect)
    case .text where line.isMasked: screen.write(VariableSpan.mask, in: rect, style: theme[.secret])
    case .text:
      var pieces = theme.pieces(of: line.value, in: variables)
      if !line.note.isEmpty { pieces.append(StyledText("  \(line.note)", theme[.dim])) }
      screen.write(pieces.truncated(to: rect.width), at: Point(x: rect.x, y: rect.y), clippedTo: rect)
    }
  }
}

extension Authentication {
  /// The scheme, its fields, then any properties in the file that the scheme does not show.
  /// - Parameter unsaid: the line shown if no scheme is set.
  func lines(inheritedFrom place: String, unsaid: FieldLine? = nil) -> [FieldLine] {
    var lines = [FieldLine("scheme", "Scheme", .list, scheme.title)]
    switch scheme {
    case .inherit: lines.append(FieldLine("place", "Comes from", .fact, place))
    case .none: lines.append(unsaid ?? FieldLine("place", "", .fact, "This request sends no credentials."))
    default: break
    }
    let shown = shownFields
    lines += shown.map { $0.line(self[$0.name]) }
    lines += fields.filter { field in !shown.contains { $0.name == field.name } }.map { field in
      FieldLine(field.name, field.name, .text(isSecret: scheme.isSecret(field.name)), field.value)
    }
    return lines
  }

  /// The header that carries the credentials, if any.
  var headerName: String? {
    switch carriage {
    case .header(let name, _): name.isEmpty ? nil : name
    case .login(_, _, let header), .computed(let header): header
    case .nothing, .query: nil
    }
  }
}

extension RequestDefinition {
  /// The lines of the auth tab.
  func authenticationLines(inheritedFrom place: String) -> [FieldLine] {
    let unsaid: FieldLine? =
      switch kind {
      // A folder without authentication passes on that of its parent.
      case .folder: FieldLine("place", "Comes from", .fact, place)
      case .collection: FieldLine("place", "", .fact, "Requests that inherit send no credentials.")
      case .http, .graphql, .webSocket, .grpc, .unsupported: nil
      }
    return authentication.lines(inheritedFrom: place, unsaid: unsaid)
  }
}

extension AuthenticationScheme.Field {
  fileprivate func line(_ value: String) -> FieldLine {
    let label = title ?? name
    guard case .choice(let choices) = kind else { return FieldLine(name, label, .text(isSecret: isSecret), value) }
    return FieldLine(name, label, .choice(choices), value, placeholder: choices[0])
  }
}
