import Terminal
import Workspaces

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
    case .question, .conflict, .sendPreview, .environmentComparison, .labels, nil: return refusePaste()
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
    case .question, .conflict, .sendPreview, .environmentComparison, .labels, nil: break
    }
    return []
  }

  mutating func press(_ key: Key, in question: Question) -> [Effect] {
    if key == .escape || key == .control("c") {
      boxes.uncover()
      switching.endsWhenSaved = false
      return apply(.abandoned(), to: \.outbox)
    }
    let box = QuestionBox(question, in: questionSize)
    if let offset = box.offset(after: key) { return scroll(question, to: offset) }
    let choice: Question.Choice?
    switch key.code {
    // Enter pressed before the question was drawn was meant for something else.
    case .enter: choice = question.isDrawn ? question.enterChoice : nil
    case .character(let character): choice = question.choices.first { $0.letter == Character(character.lowercased()) }
    default: choice = nil
    }
    guard let choice else { return [] }
    // The user cannot consent to details that have not been shown to the end.
    if choice.action != nil, !question.isDrawn { return [] }
    if choice.action != nil, !box.isSeen { return scroll(question, to: box.offset + 1) }
    boxes.uncover()
    return choice.action.map { apply($0) } ?? apply(.abandoned(), to: \.outbox)
  }

  /// Returns to the environment editor below a closed box.
  mutating func returnToEditor() {
    guard overlay == nil, boxes.covered == .environmentEditor else { return }
    boxes.uncover()
    if environment.editor == nil { overlay = nil }
  }

  private mutating func scroll(_ question: Question, to offset: Int) -> [Effect] {
    var question = question
    question.offset = offset
    overlay = .question(question)
    return []
  }

  private mutating func press(_ key: Key, in picker: Picker) -> [Effect] {
    var picker = picker
    return answer(picker.press(key, in: size), of: picker)
  }

  mutating func answer(_ answer: Picker.Answer, of picker: Picker) -> [Effect] {
    switch answer {
    case .left:
      if case .files(.place(let key, let folder)) = picker.purpose {
        overlay = nil
        return placeChosen(folder, for: key, insteadOf: folder)
      }
      // A search starts empty each time; only typed answers are restored.
      if picker.takesTyped { boxes.keptTexts.keep(picker.field.text, of: .picker(picker.purpose)) }
      overlay = nil
      if picker.purpose == .theme { show(settings.picked) }
      return []
    case .taken: return take(picker)
    case .none:
      overlay = .picker(picker)
      preview(picker)
      return []
    }
  }

  mutating func take(_ picker: Picker) -> [Effect] {
    guard let item = picker.current else {
      guard picker.takesTyped, !picker.field.text.isEmpty else { return [] }
      overlay = nil
      return apply(.overlay(.picked(picker.purpose, id: picker.field.text)))
    }
    overlay = nil
    if boxes.covered?.isKeptBelow != true { boxes.covered = nil }
    if let refusal = refusal(of: item, in: picker) {
      if picker.purpose == .theme { show(settings.picked) }
      return say(.information, refusal)
    }
    return apply(.overlay(.picked(picker.purpose, id: item.id)))
  }

  /// The reason why an item cannot be chosen now. It is computed again, because it may have changed since the palette
  /// opened.
  private func refusal(of item: Picker.Item, in picker: Picker) -> String? {
    guard picker.purpose == .palette, item.refusal != nil else { return item.refusal }
    if item.id == SendingCommands.send.name, opening != nil { return nil }
    return Picker.palette(for: self).items.first { $0.id == item.id }?.refusal
  }

  private mutating func press(_ key: Key, in prompt: Prompt) -> [Effect] {
    var prompt = prompt
    switch key {
    case .escape, .control("c"):
      keepTyped(prompt)
      overlay = nil
      switching.endsWhenSaved = false
      if prompt.purpose == .files(.collection) { sessions.savedInNewCollection = nil }
      return prompt.isLive ? answered(prompt, .abandoned) : []
    case .enter:
      if let fault = fault(of: prompt) {
        overlay = .prompt(prompt)
        return say(.warning, fault)
      }
      overlay = nil
      if prompt.isAnsweredByDisk { boxes.keptTexts.answer(prompt.field.text, of: .prompt(prompt.purpose)) }
      return apply(.overlay(.answered(prompt.purpose, prompt.field.text)))
    case .tab where prompt.place != nil: return askForPlace(from: prompt)
    default:
      if prompt.purpose == .response(.search), let item = SearchOptions.Switch.allCases.first(where: { $0.key == key })
      {
        return respond(.searchSwitched(item, prompt.field.text))
      }
      let before = prompt.field.text
      _ = prompt.field.handle(key)
      if prompt.field.text == before {
        overlay = .prompt(prompt)
        return []
      }
      return typed(prompt)
    }
  }

  /// Gives what the user did with a live prompt to its feature.
  private mutating func answered(_ prompt: Prompt, _ answer: Prompt.Answer) -> [Effect] {
    change(by: prompt.purpose.action(answer))
  }

  mutating func typed(_ prompt: Prompt) -> [Effect] {
    var prompt = prompt
    // The field starts with the `$` of every expression; users who type another one mean a single `$`.
    if prompt.purpose == .response(.jsonPath), prompt.field.text.hasPrefix("$$") {
      let caret = prompt.field.caret
      prompt.field = TextField(String(prompt.field.text.dropFirst()))
      prompt.field.moveCaret(to: max(0, caret - 1))
    }
    overlay = .prompt(prompt)
    guard prompt.isLive else { return [] }
    return answered(prompt, .typed(prompt.field.text))
  }

  mutating func press(_ key: Key, in help: HelpPage) -> [Effect] {
    var help = help
    if [.escape, .control("c"), .function(1)].contains(key) {
      overlay = nil
      return []
    }
    let (count, height) = (countOfLines(in: help), help.list(in: size).height)
    if let motion = Motion(key, isTyping: true) {
      // In linear mode, the cursor can be on every line.
      if capabilities.isLinear {
        help.cursor.move(motion, count: count, height: height)
      } else {
        help.cursor.scroll(motion, count: count, height: height)
      }
    } else {
      _ = help.field.handle(key)
      help.cursor = ListCursor()
    }
    overlay = .help(help)
    return []
  }

  func countOfLines(in help: HelpPage) -> Int {
    let width = capabilities.isLinear ? size.columns : HelpPage.frame(in: size).width - 4
    return help.lines(of: commands.records, width: width).count
  }
}

extension AppState {
  mutating func press(_ key: Key, in form: AnswerForm) -> [Effect] {
    var form = form
    switch form.press(key) {
    case .none:
      overlay = .answers(form)
      return []
    case .left:
      overlay = nil
      if environmentComparison?.isAsking == true { return apply(.formLeft, to: \.environmentComparison) }
      if run.isAsking { return apply(.answersLeft, to: \.run) }
      return apply(.abandoned(typed: form.kept), to: \.outbox)
    case .accepted:
      overlay = nil
      if environmentComparison?.isAsking == true {
        return apply(.formAnswered(form.answers), to: \.environmentComparison)
          + apply(.remembered(form.kept), to: \.outbox)
      }
      if run.isAsking { return apply(.answered(form.answers), to: \.run) + apply(.remembered(form.kept), to: \.outbox) }
      return apply(.answered(form.answers), to: \.outbox)
    }
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

  /// Keeps the text of a prompt that closes without being accepted.
  mutating func keepTyped(_ prompt: Prompt) {
    guard !prompt.isHidden, prompt.field.text != prompt.initial else { return }
    boxes.keptTexts.keep(prompt.field.text, of: .prompt(prompt.purpose))
  }
}

/// Boxes that open when a server or the disk responds. The user does not choose the moment, so a key meant for
/// something else must not answer them.
extension AppState {
  /// Shows a box unless the user is busy; then a message says what was not done and how to be asked again.
  mutating func showUnasked(_ overlay: Overlay, orSay words: String) -> [Effect] {
    isOccupied ? say(.warning, words) : apply(.overlay(.show(overlay)))
  }

  /// True if a text or a box receives the input.
  var isOccupied: Bool { overlay != nil || isEditingText }

  /// The loop calls this after showing a frame: a question in it accepts answers from then on. Returns true if another
  /// frame would look different.
  @discardableResult package mutating func drawn() -> Bool {
    let hasNewKeys = failureDrawn()
    guard case .question(var question)? = overlay, !question.isDrawn, Layout.hasRoom(size) else { return hasNewKeys }
    question.isDrawn = true
    overlay = .question(question)
    return hasNewKeys
  }

  /// Records that the user has pressed a key or button, and so no longer waits for a send's question or response.
  mutating func commitRevocableSends(at event: Event) {
    switch event {
    case .key, .paste: break
    case .mouse(let mouse) where mouse.kind == .press: break
    case .mouse, .resized, .terminationRequested, .focusGained, .focusLost, .background: return
    }
    outbox.stopWaiting()
  }
}
