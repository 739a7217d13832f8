import Terminal
import Workspaces

extension AppState {
  mutating func apply(_ action: OverlayAction) -> [Effect] {
    switch action {
    case .show(let overlay):
      cover(with: overlay)
      self.overlay = overlay.filled(with: keys)
      // What was said while a question was on its way is answered by it.
      if case .question = overlay, message?.kind == .information { message = nil }
      return bringBackTyped()
    case .close:
      overlay = nil
      return []
    case .abandoned(let place, let text):
      keptTexts.keep(text, of: place)
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
    case .environmentEditor: return apply(EnvironmentFeature.Action.pressed(key))
    case .conflict: return apply(ConflictFeature.Action.pressed(key))
    case .find: return apply(.find(.pressed(key)))
    case .wire: return apply(WireFeature.Action.pressed(key))
    case .schema: return apply(SchemaFeature.Action.pressed(schemaKey(key)))
    case .services: return apply(ServicesFeature.Action.pressed(schemaKey(key)))
    case .several: return apply(SeveralFeature.Action.pressed(key))
    case .labels(let labels): return press(key, in: labels)
    case nil: return []
    }
  }

  mutating func applyToOverlay(paste text: String) -> [Effect] {
    if let effects = pasteIntoImport(text) { return effects }
    switch overlay {
    case .environmentEditor(let editor) where !editor.isTyping: return refusePaste()
    case .picker(let picker) where picker.isExplanation: return refusePaste()
    case .answers(let form) where !form.isTyping: return refusePaste()
    case .question, .conflict, .wire, .several, .labels, nil: return refusePaste()
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
    case .environmentEditor: return apply(EnvironmentFeature.Action.pasted(text))
    case .find: return apply(.find(.pasted(text)))
    case .schema: return apply(SchemaFeature.Action.pasted(text))
    case .services: return apply(ServicesFeature.Action.pasted(text))
    case .question, .conflict, .wire, .several, .labels, nil: break
    }
    return []
  }

  mutating func press(_ key: Key, in question: Question) -> [Effect] {
    if key == .escape || key == .control("c") {
      uncover()
      endsWhenSaved = false
      return sendAbandoned()
    }
    let box = QuestionBox(question, in: questionSize)
    if let step = box.step(of: key) { return scroll(question, by: step) }
    let choice: Question.Choice?
    switch key.code {
    // One that was pressed before the question was seen was meant for something else.
    case .enter: choice = question.isDrawn ? question.enterChoice : nil
    case .character(let character): choice = question.choices.first { $0.letter == Character(character.lowercased()) }
    default: choice = nil
    }
    guard let choice else { return [] }
    // The user cannot agree to something that has not been shown to the end.
    if choice.action != nil, !question.isDrawn { return [] }
    if choice.action != nil, !box.isSeen { return scroll(question, by: 1) }
    uncover()
    return choice.action.map { apply($0) } ?? sendAbandoned()
  }

  /// A question stands over the page that it is asked from, any box over the schema.
  private mutating func cover(with overlay: Overlay) {
    if case .question = overlay {
      if let shown = self.overlay, shown.isPage { covered = shown }
      return
    }
    let below = [self.overlay, covered].compactMap(\.self).first(where: \.isSchema)
    covered = overlay.isSchema ? nil : below
  }

  /// A question closes: the page below it has the keys again.
  private mutating func uncover() { (overlay, covered) = (covered, nil) }

  private mutating func scroll(_ question: Question, by step: Int) -> [Effect] {
    var question = question
    let box = QuestionBox(question, in: questionSize)
    question.offset = min(max(0, box.offset + step), box.furthest)
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
      if case .place(let key, let folder) = picker.purpose {
        overlay = nil
        return placeChosen(folder, for: key, insteadOf: folder)
      }
      // A search starts afresh each time; only a typed answer comes back.
      if picker.takesTyped { keptTexts.keep(picker.field.text, of: .picker(picker.purpose)) }
      overlay = nil
      if picker.purpose == .theme { show(chosenTheme) }
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
    if covered?.isSchema != true { covered = nil }
    if let refusal = refusal(of: item, in: picker) {
      if picker.purpose == .theme { show(chosenTheme) }
      return say(.information, refusal)
    }
    return apply(.overlay(.picked(picker.purpose, id: item.id)))
  }

  /// Why an item cannot be chosen now. What a command was missing may have arrived since the palette opened.
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
      endsWhenSaved = false
      if prompt.purpose == .newCollection { savedInNewCollection = nil }
      return prompt.isLive ? abandoned(prompt.purpose) : []
    case .enter:
      if let fault = fault(of: prompt) {
        overlay = .prompt(prompt)
        return say(.warning, fault)
      }
      overlay = nil
      if prompt.isAnsweredByDisk { keptTexts.answer(prompt.field.text, of: .prompt(prompt.purpose)) }
      return apply(.overlay(.answered(prompt.purpose, prompt.field.text)))
    case .tab where prompt.place != nil: return askForPlace(from: prompt)
    default:
      if prompt.purpose == .search, let item = SearchOptions.Switch.allCases.first(where: { $0.key == key }) {
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

  mutating func typed(_ prompt: Prompt) -> [Effect] {
    var prompt = prompt
    // The field starts with the `$` of every expression; users who type another one mean a single `$`.
    if prompt.purpose == .jsonPath, prompt.field.text.hasPrefix("$$") {
      let caret = prompt.field.caret
      prompt.field = TextField(String(prompt.field.text.dropFirst()))
      prompt.field.moveCaret(to: max(0, caret - 1))
    }
    overlay = .prompt(prompt)
    guard prompt.isLive else { return [] }
    return changedWhileTyping(prompt.purpose, prompt.field.text)
  }

  mutating func press(_ key: Key, in help: HelpPage) -> [Effect] {
    var help = help
    let width = capabilities.isLinear ? size.columns : HelpPage.frame(in: size).width - 4
    let total = help.lines(of: commands.records, width: width).count
    let height = max(1, HelpPage.frame(in: size).height - 4)
    switch key {
    case .escape, .control("c"), .function(1):
      overlay = nil
      return []
    case .up: help.offset -= 1
    case .down: help.offset += 1
    case .pageUp: help.offset -= height
    case .pageDown: help.offset += height
    default:
      _ = help.field.handle(key)
      help.offset = 0
    }
    // Where lines are said, each can be the one that the cursor is on.
    help.offset = min(max(0, help.offset), max(0, total - (capabilities.isLinear ? 1 : height)))
    overlay = .help(help)
    return []
  }
}
