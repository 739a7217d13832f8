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
  /// True once the box has been on the screen. A letter typed earlier was meant for something else.
  var isDrawn = false

  /// Closes a box and returns the keys to the page below it.
  mutating func uncover() { (top, covered, isDrawn) = (covered, nil, false) }
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
  case schema
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
  fileprivate func filled(with keys: KeyNames) -> Overlay {
    switch self {
    case .picker(let picker): .picker(picker.filled(with: keys))
    case .question(let question): .question(question.filled(with: keys))
    default: self
    }
  }

  /// True for the schema and the services, which a wide window shows beside the request.
  var isSchema: Bool { self == .schema || self == .services }
}

extension AppState {
  mutating func apply(_ action: OverlayAction) -> [Effect] {
    switch action {
    case .show(let overlay):
      show(overlay.filled(with: keys))
      return box?.bringBackText(in: &self) ?? []
    case .close:
      overlay = nil
      return []
    case .abandoned(let place, let text):
      boxes.keptTexts.keep(text, of: place)
      overlay = nil
      return []
    case .picked(let purpose, let id): return picked(purpose, id)
    case .answered(let purpose, let text): return change(by: purpose.action(.accepted(text)))
    }
  }

  private mutating func show(_ overlay: Overlay) {
    if case .question = overlay {
      if let box, box.staysBelow != .none { boxes.covered = boxes.top }
      boxes.typedAhead = []
      // The question supersedes information shown while it was being prepared.
      if message?.kind == .information { message = nil }
    } else {
      let below = [boxes.top, boxes.covered].compactMap(\.self).first {
        $0.box(in: self).staysBelow == .all && $0 != overlay
      }
      boxes.covered = overlay.isSchema ? nil : below
    }
    (boxes.top, boxes.isDrawn) = (overlay, false)
  }

  /// Returns to the environment editor below a closed box.
  mutating func returnToEditor() {
    guard overlay == nil, boxes.covered == .environmentEditor else { return }
    boxes.uncover()
    if environment.editor == nil { overlay = nil }
  }

  mutating func applyToOverlay(_ key: Key) -> [Effect] { box?.press(key, in: &self) ?? [] }

  mutating func applyToOverlay(paste text: String) -> [Effect] {
    if let effects = pasteIntoImport(text) { return effects }
    // The schema ignores a paste outside its search.
    guard let box, overlay?.isSchema == true || box.linearEdit(in: self) != nil else { return refusePaste() }
    return pasteLine(text) { box.paste(text, in: &$0) }
  }

  /// Handles the mouse while an overlay is open.
  mutating func applyToOverlay(_ mouse: Mouse) -> [Effect] {
    guard let box else { return [] }
    return key(at: mouse, of: box).map { applyToOverlay($0) } ?? box.click(mouse, in: &self)
  }

  /// The key whose label in the last row of the box was pressed.
  private func key(at mouse: Mouse, of box: any Box) -> Key? {
    guard box.hasClickableKeys, mouse.kind == .press, mouse.button == .left else { return nil }
    return box.keyRows(in: self).key(at: mouse.point, in: box.frame(in: self)).flatMap { Self.key(named: $0) }
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
    boxes.isDrawn = boxes.isDrawn || Layout.hasRoom(size)
    return failureDrawn()
  }
}
