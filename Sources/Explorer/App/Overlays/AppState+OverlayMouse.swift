import Terminal

extension AppState {
  /// Handles the mouse while an overlay is open. A press outside a list closes it.
  mutating func applyToOverlay(_ mouse: Mouse) -> [Effect] {
    switch overlay {
    case .environmentEditor: return apply(.clicked(mouse), to: \.environment)
    case .conflict: return apply(.clicked(mouse), to: \.conflict)
    case .question(let question): return click(mouse, in: question)
    case .labels:
      guard mouse.kind == .press else { return [] }
      overlay = nil
      return click(mouse)
    case let overlay?:
      if let key = key(at: mouse, of: overlay) { return applyToOverlay(key) }
    case nil: return []
    }
    switch overlay {
    case .find: return apply(.clicked(mouse), to: \.find)
    case .schema: return apply(.clicked(mouse), to: \.schema)
    case .services: return apply(.clicked(mouse), to: \.services)
    case .picker(let picker): return click(mouse, in: picker)
    case .help(let help): return click(mouse, in: help)
    case .answers(var form):
      form.click(mouse, in: size)
      overlay = .answers(form)
      return []
    case .environmentComparison: return apply(.clicked(mouse), to: \.environmentComparison)
    case .sendPreview: return apply(.clicked(mouse), to: \.sendPreview)
    case .prompt(let prompt):
      let hit = prompt.purpose == .response(.search) ? click(mouse, in: prompt) : []
      return hit.isEmpty ? clickField(mouse, in: prompt) : hit
    default: return []
    }
  }

  /// The key whose label in the last row of the box was pressed.
  private func key(at mouse: Mouse, of overlay: Overlay) -> Key? {
    guard mouse.kind == .press, mouse.button == .left else { return nil }
    let frame = OverlayView.frame(of: overlay, self)
    return OverlayView.key(at: mouse.point, of: OverlayView.keys(of: overlay, self), in: frame).flatMap {
      Self.key(named: $0)
    }
  }

  /// The key with that name in a row of keys; `nil` if it names none.
  static func key(named name: String) -> Key? {
    switch name {
    case "Enter": return .enter
    case "Tab": return .tab
    case "⇧Tab": return .backTab
    case "^R": return .control("r")
    case "Esc": return .escape
    case "Space": return .character(" ")
    case let key where key.count == 1: return Character(key).isLetter ? .character(Character(key)) : nil
    default: return nil
    }
  }

  private mutating func click(_ mouse: Mouse, in question: Question) -> [Effect] {
    switch mouse.kind {
    case .wheelUp: return press(.up, in: question)
    case .wheelDown: return press(.down, in: question)
    case .press:
      guard mouse.button == .left else { return [] }
      let letter = QuestionBox(question, in: size).letter(at: mouse.point)
      return letter.map { press(.character($0), in: question) } ?? []
    case .release, .drag: return []
    }
  }

  private mutating func click(_ mouse: Mouse, in picker: Picker) -> [Effect] {
    var picker = picker
    return answer(picker.click(mouse, in: size), of: picker)
  }

  private mutating func click(_ mouse: Mouse, in help: HelpPage) -> [Effect] {
    var help = help
    let frame = HelpPage.frame(in: size)
    if mouse.kind == .press, mouse.button == .left, !frame.contains(mouse.point) { return press(.escape, in: help) }
    _ = help.cursor.click(mouse, count: countOfLines(in: help), on: help.list(in: size), in: frame)
    overlay = .help(help)
    return []
  }

  /// Handles a click on an option in the border of the search prompt.
  private mutating func click(_ mouse: Mouse, in prompt: Prompt) -> [Effect] {
    let frame = PromptView.frame(of: prompt, in: size)
    guard mouse.kind == .press, mouse.button == .left, mouse.point.y == frame.minY,
      let item = searchBar.hit(x: mouse.point.x, in: frame)
    else { return [] }
    return respond(.searchSwitched(item, prompt.field.text))
  }

  /// Moves the caret or selects text in the field. A press outside the box keeps the typed text.
  private mutating func clickField(_ mouse: Mouse, in prompt: Prompt) -> [Effect] {
    var prompt = prompt
    let frame = PromptView.frame(of: prompt, in: size)
    let inside = OverlayView.content(of: frame).splitLeft(2).1
    let field = Rect(x: inside.x, y: inside.y, width: inside.width, height: 1)
    switch mouse.kind {
    case .press where mouse.button == .right: break
    case .press, .drag:
      guard field.contains(mouse.point) else { return [] }
      prompt.field.click(
        column: mouse.point.x - field.x, width: field.width, clicks: mouse.clicks,
        selecting: mouse.kind == .drag || mouse.modifiers.contains(.shift))
      overlay = .prompt(prompt)
    case .release, .wheelUp, .wheelDown: break
    }
    return []
  }
}
