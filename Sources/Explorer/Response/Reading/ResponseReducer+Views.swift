import Documents

extension ResponseReducer {
  /// Cycles through pretty, raw and hex; skips views the document lacks, and returns from bytes to the picture.
  mutating func cycleMode(_ reading: ResponsePane.Reading) {
    let modes = reading.document.kind.modes.filter { [.pretty, .raw, .hex].contains($0) }
    let index = modes.firstIndex(of: reading.view.mode)
    if let index, index == modes.count - 1, showPicture(of: reading) { return }
    show(reading, in: modes[((index ?? -1) + 1) % modes.count])
  }

  /// `o`: toggles between sorted keys and their original order.
  mutating func toggleSorted(_ reading: ResponsePane.Reading) {
    guard reading.document.kind.modes.contains(.sorted) else {
      return context.say("Only a single JSON document can be shown with its keys sorted")
    }
    show(reading, in: reading.view.mode == .sorted ? .pretty : .sorted)
  }

  /// Switches the view mode, keeping the position as closely as the two texts allow.
  private mutating func show(_ reading: ResponsePane.Reading, in mode: DocumentView.Mode) {
    var reading = reading
    reading.document.setMode(&reading.view, mode)
    reading.search = nil
    reading.anchor = nil
    pane.reading = reading
    settle()
    context.run(.document(.index(key, reading.document)))
    context.say("View: \(mode.title)")
  }

  /// `P`: lists all views of the document, and the types to reinterpret it as if the server is wrong.
  mutating func askForView() {
    guard let reading = pane.document else { return context.say("No document here") }
    let kind = reading.document.kind
    var items = kind.modes.map { Picker.Item(id: "mode-\($0.rawValue)", title: $0.title, detail: "") }
    if kind.hasTable { items.append(Picker.Item(id: "table", title: "Table", detail: "t")) }
    if case .image = kind { items.append(Picker.Item(id: "picture", title: "Picture", detail: "")) }
    items += [2, 4, 8, 1].map { width in
      let detail = width == reading.view.indent ? "now" : ""
      return Picker.Item(id: "indent-\(width)", title: "Indent by \(width)", detail: detail)
    }
    items += DocumentKind.choices.filter { $0 != kind }.map { other in
      Picker.Item(id: "kind-\(other.name)", title: "Read as \(other.name)", detail: "now read as \(kind.name)")
    }
    context.pick(Picker("View", .response(.view), items: items, selected: "mode-\(reading.view.mode.rawValue)"))
  }

  mutating func pickedView(_ id: String) {
    uncoverDocument()
    guard var reading = pane.reading else { return }
    if id == "table" { return toggleTable() }
    if id == "picture" {
      _ = showPicture(of: reading)
      return
    }
    if let mode = id.rest(after: "mode-").flatMap(DocumentView.Mode.init(rawValue:)) { return show(reading, in: mode) }
    if let width = id.rest(after: "indent-").flatMap(Int.init) {
      reading.view.indent = width
      reading.document.settle(&reading.view)
      pane.reading = reading
      return context.say("Indent by \(width)")
    }
    guard let name = id.rest(after: "kind-"), let kind = DocumentKind.choices.first(where: { $0.name == name }) else {
      return
    }
    read(reading, as: kind)
  }

  /// Reinterprets the bytes as a type other than the declared or detected one.
  private mutating func read(_ reading: ResponsePane.Reading, as kind: DocumentKind) {
    let other = ResponsePane.Reading(reading.document.taken(for: kind))
    pane.reading = other
    settle()
    context.run(.document(.index(key, other.document)))
    context.say("Read as \(kind.name)")
  }
}

extension DocumentView.Mode {
  var title: String {
    switch self {
    case .pretty: "Pretty"
    case .sorted: "Pretty, keys sorted"
    case .compact: "Compact"
    case .raw: "Raw"
    case .hex: "Hex"
    }
  }
}

extension String {
  /// The text after `prefix`; `nil` without this prefix.
  func rest(after prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}

extension ResponseReducer {
  mutating func fold() {
    inDocument { _, reading in
      reading.document.fold(&reading.view, .toggle)
    }
  }

  mutating func foldAll() {
    inDocument { _, reading in
      reading.document.fold(&reading.view, reading.view.folds.isEmpty ? .toDepth(1) : .openAll)
    }
  }

  mutating func changeDepth(by step: Int) {
    inDocument { $0.changeDepth(of: &$1, by: step) }
  }

  /// Opens or closes one level, counted from the root; the first time, starting at the cursor's level.
  private mutating func changeDepth(of reading: inout ResponsePane.Reading, by step: Int) {
    guard let own = reading.document.depth(at: reading.view) else {
      return context.say("Nothing to fold: only formatted JSON has levels")
    }
    guard let depth = reading.view.folds.depth else {
      guard step < 0 else {
        // Some nodes may still be folded individually.
        reading.document.fold(&reading.view, .openAll)
        return context.say("Everything is unfolded")
      }
      reading.document.fold(&reading.view, .toDepth(max(0, own)))
      return context.say("Unfolded to level \(max(0, own))")
    }
    let next = max(0, depth + step)
    guard next <= Self.deepestFold else {
      reading.document.fold(&reading.view, .openAll)
      return context.say("Everything is unfolded")
    }
    reading.document.fold(&reading.view, .toDepth(next))
    context.say("Unfolded to level \(next)")
  }

  /// Beyond this many levels, the next step opens everything.
  private static let deepestFold = 64
}
