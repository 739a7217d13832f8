import Basics
import Terminal

extension Picker: Box {
  // The effect of a theme is visible in the panes.
  var coversPanes: Bool { purpose != .theme }

  func frame(in app: AppState) -> Rect { PickerView.frame(of: self, in: app.size) }

  func draw(_ app: AppState, into screen: inout Screen) {
    PickerView.draw(self, waiting: app.waiting, app, into: &screen)
  }

  func press(_ key: Key, in app: inout AppState) -> [Effect] {
    var picker = self
    return app.answer(picker.press(key, in: app.size), of: picker)
  }

  func click(_ mouse: Mouse, in app: inout AppState) -> [Effect] {
    var picker = self
    return app.answer(picker.click(mouse, in: app.size), of: picker)
  }

  func paste(_ line: String, in app: inout AppState) -> [Effect] {
    var picker = self
    picker.field.paste(line)
    picker.filter()
    return app.answer(.none, of: picker)
  }

  func bringBackText(in app: inout AppState) -> [Effect] {
    guard let text = app.boxes.keptTexts.take(.picker(purpose)) else { return [] }
    var picker = self
    picker.field.bringBack(text)
    picker.filter()
    app.overlay = .picker(picker)
    return []
  }

  func awaitsList(in app: AppState) -> Bool {
    switch purpose {
    // The typed name may be missing from a partial list.
    case .jump: app.awaitsTree || app.isGrowing && current == nil
    case .environment: app.awaitsEnvironments
    default: false
    }
  }

  func linearList(in app: AppState) -> LinearList {
    let waiting = found.isEmpty ? app.waiting ?? (takesTyped ? "Enter uses the typed text" : "nothing matches") : nil
    var list = LinearList.rows(title, "", count: found.count, cursor: cursor.row, id: current?.id) { index in
      let item = items[found[index]]
      let detail =
        item.refusal.map { "unavailable: \($0)" } ?? (purpose == .palette ? SpokenText.key(item.detail) : item.detail)
      let preview = index == cursor.row || isExplanation ? preview[item.id] ?? [] : []
      return SpokenText.joined([SpokenText.of(drawn: item.title), item.sentence, detail] + preview)
    }
    list.detail = SpokenText.joined([isExplanation ? nil : Quantity.amount(found.count, "choice"), waiting])
    return list
  }

  func linearEdit(in app: AppState) -> LinearEdit? {
    isExplanation ? nil : LinearEdit(title, field, isFilter: true)
  }
}

/// Acting on a list.
extension AppState {
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
    case .saved:
      overlay = nil
      return picker.current.map { apply(.saveRequested($0.id), to: \.variables) } ?? []
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
    if boxes.covered?.box(in: self).staysBelow != .all { boxes.covered = nil }
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
    return Picker.palette(for: self).items.first { $0.id == item.id }?.refusal
  }
}
