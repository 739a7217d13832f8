import Basics
import Terminal

extension Picker: Box {
  // The effect of a theme is visible in the panes.
  var coversPanes: Bool { purpose != .theme }

  func frame(in app: AppState) -> Rect { PickerView.frame(of: self, in: app.size) }

  func draw(_ app: AppState, into screen: inout Screen) {
    PickerView.draw(self, waiting: app.waiting, app, into: &screen)
  }

  /// The keys shown in the last row.
  var keys: [(key: String, label: String)] {
    switch purpose {
    case .about: [("Esc", "close")]
    case .variable:
      [("Enter", "change it")] + (current?.isSavable == true ? [(".", "save it")] : [])
        + (items.count > 1 ? [("↑ ↓", "move")] : []) + [("Esc", "close")]
    default: [("Enter", "choose"), ("↑ ↓", "move"), ("Esc", "close")]
    }
  }

  func press(_ key: Key, in app: inout AppState) -> [Effect] {
    switch key {
    case .escape, .control("c"): return leave(in: &app)
    case .enter: return app.take(self)
    case .character("."):
      guard let current, current.isSavable else { break }
      app.overlay = nil
      return app.apply(.saveRequested(current.id), to: \.variables)
    case .character("i") where isExplanation, .character("q") where isExplanation, .function(3) where isExplanation:
      return leave(in: &app)
    default: break
    }
    var picker = self
    if let motion = Motion(key, isTyping: !isExplanation) {
      let height = PickerView.list(of: self, in: app.size).height
      picker.cursor.move(motion, count: found.count, height: height, wraps: true)
    } else if !isExplanation {
      _ = picker.field.handle(key)
      if picker.field.text != field.text { picker.filter() }
    }
    return app.change(picker)
  }

  /// A press outside the box closes it. A right click only selects the item, whose keys are in the last row.
  func click(_ mouse: Mouse, in app: inout AppState) -> [Effect] {
    let (frame, list) = (frame(in: app), PickerView.list(of: self, in: app.size))
    if mouse.kind == .press, !frame.contains(mouse.point) { return leave(in: &app) }
    var picker = self
    let isPressed = picker.cursor.click(mouse, count: found.count, on: list, in: frame) != nil
    return isPressed && mouse.button == .left ? app.take(picker) : app.change(picker)
  }

  private func leave(in app: inout AppState) -> [Effect] {
    app.overlay = nil
    if case .files(.place(let key, let folder)) = purpose {
      return app.placeChosen(folder, for: key, insteadOf: folder)
    }
    // A search starts empty each time; only typed answers are restored.
    if takesTyped { app.boxes.keptTexts.keep(field.text, of: .picker(purpose)) }
    if purpose == .theme { app.show(app.settings.picked) }
    return []
  }

  func paste(_ line: String, in app: inout AppState) -> [Effect] {
    var picker = self
    picker.field.paste(line)
    picker.filter()
    return app.change(picker)
  }

  func bringBackText(in app: inout AppState) -> [Effect] {
    guard let text = app.boxes.keptTexts.take(.picker(purpose)) else { return [] }
    var picker = self
    picker.field.bringBack(text)
    picker.filter()
    return app.change(picker)
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
  fileprivate mutating func change(_ picker: Picker) -> [Effect] {
    overlay = .picker(picker)
    preview(picker)
    return []
  }

  fileprivate mutating func take(_ picker: Picker) -> [Effect] {
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
