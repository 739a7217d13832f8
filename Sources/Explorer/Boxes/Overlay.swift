import Terminal
import Workspaces

/// The boxes above the panes: at most one page with a box over it.
package struct Boxes: Equatable, Sendable {
  package var top: Overlay?
  /// The page covered by a question, or the schema or editor covered by any box, restored when that closes.
  var covered: Overlay?
  /// Text typed into boxes that have been closed.
  var keptTexts = KeptTexts()
  /// Input typed for a list that is still loading.
  var typedAhead: [Event] = []

  mutating func show(_ overlay: Overlay) {
    if case .question = overlay {
      if let top, top.isPage { covered = top }
    } else {
      let below = [top, covered].compactMap(\.self).first { $0.isKeptBelow && $0 != overlay }
      covered = overlay.isSchema ? nil : below
    }
    top = overlay
  }

  /// Closes a box and returns the keys to the page below it.
  mutating func uncover() { (top, covered) = (covered, nil) }
}

/// A box above the panes, which receives all keys until it is closed.
package enum Overlay: Equatable, Sendable {
  case picker(Picker)
  case question(Question)
  case prompt(Prompt)
  /// The form for the values that a send asks for.
  case answers(AnswerForm)
  case help(HelpPage)
  /// The editor of environments, which is in their feature.
  case environmentEditor
  case conflict(Conflict)
  /// The scripts that need the user's permission.
  case scriptConsent(ScriptConsent)
  case find(Find)
  /// The preview of what would be sent. A wide window shows it beside the request instead.
  case sendPreview
  /// The schema of the open GraphQL request.
  case schema
  /// The services of the open call's server.
  case services
  /// The open request under several environments.
  case environmentComparison
  /// Letters on all jump targets.
  case labels(JumpLabels)
}

/// Actions of overlays other than keys.
package enum OverlayAction: Equatable, Sendable {
  case show(Overlay)
  case close
  /// A box was closed without being accepted. Its text is restored when it opens again.
  case abandoned(KeptTexts.Place, String)
  /// An item of a picker was chosen.
  case picked(Picker.Purpose, id: String)
  /// The text of a prompt was accepted.
  case answered(Prompt.Purpose, String)
}

extension Overlay {
  /// The overlay with the names of the keys filled into its texts.
  func filled(with keys: KeyNames) -> Overlay {
    switch self {
    case .picker(let picker): .picker(picker.filled(with: keys))
    case .question(let question): .question(question.filled(with: keys))
    case .prompt, .answers, .help, .environmentEditor, .conflict, .find, .sendPreview, .schema, .services,
      .environmentComparison,
      .labels, .scriptConsent:
      self
    }
  }

  /// True for a page that a question asked from it returns to.
  var isPage: Bool {
    switch self {
    case .environmentEditor, .conflict, .find, .help, .sendPreview, .schema, .services, .environmentComparison,
      .scriptConsent:
      true
    case .picker, .prompt, .answers, .question, .labels: false
    }
  }

  /// True for a box that every box above it returns to.
  var isKeptBelow: Bool { isSchema || self == .environmentEditor }

  /// True for the schema and the services, which a wide window shows beside the request.
  var isSchema: Bool { self == .schema || self == .services }

  /// The keys that act while the overlay is open.
  var keys: [(key: String, label: String)] {
    switch self {
    case .picker(let picker): picker.keys
    case .prompt(let prompt): prompt.keys
    case .answers(let form): form.keys
    case .help: [("PgUp PgDn", "scroll"), ("Esc", "close")]
    // A question draws its choices itself, which need their own row on a narrow screen.
    case .question: []
    case .find: [("Enter", "open"), ("↑ ↓", "move"), ("Esc", "close")]
    case .conflict(let page): page.keys
    case .scriptConsent(let page): page.keys
    case .sendPreview: SendPreviewPage.keys
    // These keys depend on the stage of the page, which is in the state.
    case .environmentEditor, .environmentComparison, .schema, .services: []
    case .labels: JumpLabels.keys
    }
  }
}

extension AppState {
  mutating func apply(_ action: OverlayAction) -> [Effect] {
    switch action {
    case .show(let overlay):
      boxes.show(overlay.filled(with: keys))
      // The question supersedes information shown while it was being prepared.
      if case .question = overlay, message?.kind == .information { message = nil }
      return bringBackTyped()
    case .close:
      overlay = nil
      return []
    case .abandoned(let place, let text):
      boxes.keptTexts.keep(text, of: place)
      overlay = nil
      return []
    case .picked(let purpose, let id): return picked(purpose, id)
    case .answered(let purpose, let text): return answered(purpose, text)
    }
  }

  /// Returns to the environment editor below a closed box.
  mutating func returnToEditor() {
    guard overlay == nil, boxes.covered == .environmentEditor else { return }
    boxes.uncover()
    if environment.editor == nil { overlay = nil }
  }

  mutating func applyToOverlay(_ key: Key) -> [Effect] {
    if let effects = pressOverSchema(key) ?? pressBesideSchema(key) { return effects }
    switch overlay {
    case .picker(let picker): return press(key, in: picker)
    case .prompt(let prompt): return press(key, in: prompt)
    case .answers(let form): return press(key, in: form)
    case .question(let question): return press(key, in: question)
    case .help(let help): return press(key, in: help)
    case .environmentEditor: return apply(.pressed(key), to: \.environment)
    case .conflict: return apply(.pressed(key), to: \.conflict)
    case .scriptConsent: return apply(.pressed(key), to: \.scriptConsent)
    case .find: return apply(.pressed(key), to: \.find)
    case .sendPreview: return apply(.pressed(key), to: \.sendPreview)
    case .schema: return apply(.pressed(schemaKey(key)), to: \.schema)
    case .services: return apply(.pressed(schemaKey(key)), to: \.services)
    case .environmentComparison: return apply(.pressed(key), to: \.environmentComparison)
    case .labels(let labels): return press(key, in: labels)
    case nil: return []
    }
  }

  mutating func applyToOverlay(paste text: String) -> [Effect] {
    if let effects = pasteIntoImport(text) { return effects }
    switch overlay {
    case .environmentEditor where environment.editor?.isTyping != true: return refusePaste()
    case .picker(let picker) where picker.isExplanation: return refusePaste()
    case .answers(let form) where !form.isTyping: return refusePaste()
    case .question, .conflict, .scriptConsent, .sendPreview, .environmentComparison, .labels, nil:
      return refusePaste()
    default: return pasteLine(text) { $0.pasteIntoOverlay(text) }
    }
  }

  /// Pastes a single line into the overlay.
  private mutating func pasteIntoOverlay(_ text: String) -> [Effect] {
    switch overlay {
    case .picker(var picker):
      picker.field.paste(text)
      picker.filter()
      overlay = .picker(picker)
      preview(picker)
    case .prompt(var prompt):
      prompt.field.paste(text)
      return typed(prompt)
    case .answers(var form):
      form.paste(text)
      overlay = .answers(form)
    case .help(var help):
      help.field.paste(text)
      overlay = .help(help)
    case .environmentEditor: return apply(.pasted(text), to: \.environment)
    case .find: return apply(.pasted(text), to: \.find)
    case .schema: return apply(.pasted(text), to: \.schema)
    case .services: return apply(.pasted(text), to: \.services)
    case .question, .conflict, .scriptConsent, .sendPreview, .environmentComparison, .labels, nil: break
    }
    return []
  }
}

extension AppState {
  /// Restores the text last typed into the box that has just opened.
  mutating func bringBackTyped() -> [Effect] {
    switch overlay {
    case .prompt(var prompt):
      guard let text = boxes.keptTexts.take(.prompt(prompt.purpose)) else { return [] }
      prompt.field.bringBack(text)
      return typed(prompt)
    case .picker(var picker):
      guard let text = boxes.keptTexts.take(.picker(picker.purpose)) else { return [] }
      picker.field.bringBack(text)
      picker.filter()
      overlay = .picker(picker)
      return []
    case .find: return boxes.keptTexts.take(.find).map { apply(.broughtBack($0), to: \.find) } ?? []
    default: return []
    }
  }
}

/// Boxes that open when a server or the disk responds. The user does not choose the moment, so a key meant for
/// something else must not answer them.
extension AppState {
  /// Shows a box unless the user is busy; then a message says what was not done and how to be asked again.
  mutating func showUnasked(_ question: Question, orSay words: String) -> [Effect] {
    isOccupied && !isAtEmptyStart ? say(.warning, words) : apply(.overlay(.show(.question(question))))
  }

  /// True on the start page before anything is typed: its line is edited, but holds nothing to interrupt.
  private var isAtEmptyStart: Bool { overlay == nil && startLayout != nil && isSmartLineEmpty }

  /// True if a text or a box receives the input.
  var isOccupied: Bool { overlay != nil || isEditingText }

  /// The loop calls this after showing a frame: a question in it accepts answers from then on. Returns true if another
  /// frame would look different.
  @discardableResult package mutating func drawn() -> Bool {
    let hasNewKeys = failureDrawn()
    if scriptConsent != nil, Layout.hasRoom(size) { _ = apply(.drawn, to: \.scriptConsent) }
    guard case .question(var question)? = overlay, !question.isDrawn, Layout.hasRoom(size) else { return hasNewKeys }
    question.isDrawn = true
    overlay = .question(question)
    return hasNewKeys
  }
}

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
    case .scriptConsent: return apply(.clicked(mouse), to: \.scriptConsent)
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
    case ".": return .character(".")
    case let key where key.count == 1: return Character(key).isLetter ? .character(Character(key)) : nil
    default: return nil
    }
  }
}
