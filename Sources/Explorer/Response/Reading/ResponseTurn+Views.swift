import Documents

extension ResponseTurn {
  /// Pretty, raw, hex, round again; what has no pretty view skips it, a picture comes back after its bytes.
  mutating func cycleMode(_ reading: ResponsePane.Reading) -> [Outcome] {
    let modes = reading.document.kind.modes.filter { [.pretty, .raw, .hex].contains($0) }
    let index = modes.firstIndex(of: reading.view.mode)
    if let index, index == modes.count - 1, let effects = showPicture(of: reading) { return effects }
    return show(reading, in: modes[((index ?? -1) + 1) % modes.count])
  }

  /// `o`: the keys of every object in order, or as they came.
  mutating func toggleSorted(_ reading: ResponsePane.Reading) -> [Outcome] {
    guard reading.document.kind.modes.contains(.sorted) else {
      return say(.information, "Only a single JSON document can be shown with its keys in order")
    }
    return show(reading, in: reading.view.mode == .sorted ? .pretty : .sorted)
  }

  /// Shows a document in another mode, at the same place as exactly as the two texts allow.
  private mutating func show(_ reading: ResponsePane.Reading, in mode: DocumentView.Mode) -> [Outcome] {
    var reading = reading
    reading.document.setMode(&reading.view, mode)
    reading.search = nil
    reading.anchor = nil
    pane.reading = reading
    settle()
    return [.document(.index(key, reading.document))] + say(.information, "View: \(mode.title)")
  }

  /// `P`: every way to look at the document, and what it may be taken for where the server lied.
  mutating func askForView() -> [Outcome] {
    guard let reading = pane.document else { return say(.information, "No document here") }
    let kind = reading.document.kind
    var items = kind.modes.map { Picker.Item(id: "mode-\($0.rawValue)", title: $0.title, detail: "") }
    if kind.hasTable { items.append(Picker.Item(id: "table", title: "Table", detail: "t")) }
    if case .image = kind { items.append(Picker.Item(id: "picture", title: "Picture", detail: "")) }
    items += [2, 4, 8, 1].map { width in
      let detail = width == reading.view.indent ? "now" : ""
      return Picker.Item(id: "indent-\(width)", title: "Indent by \(width)", detail: detail)
    }
    items += DocumentKind.choices.filter { $0 != kind }.map { other in
      Picker.Item(id: "kind-\(other.name)", title: "Read as \(other.name)", detail: "it is read as \(kind.name)")
    }
    return [.pick(Picker("View", .view, items: items, selected: "mode-\(reading.view.mode.rawValue)"))]
  }

  mutating func pickedView(_ id: String) -> [Outcome] {
    uncoverDocument()
    guard var reading = pane.reading else { return [] }
    if id == "table" { return toggleTable() }
    if id == "picture" { return showPicture(of: reading) ?? [] }
    if let mode = id.rest(after: "mode-").flatMap(DocumentView.Mode.init(rawValue:)) { return show(reading, in: mode) }
    if let width = id.rest(after: "indent-").flatMap(Int.init) {
      reading.view.indent = width
      reading.document.settle(&reading.view)
      pane.reading = reading
      return say(.information, "Indent by \(width)")
    }
    guard let name = id.rest(after: "kind-"), let kind = DocumentKind.choices.first(where: { $0.name == name }) else {
      return []
    }
    return read(reading, as: kind)
  }

  /// The same bytes taken for something else than the server or their beginning says.
  private mutating func read(_ reading: ResponsePane.Reading, as kind: DocumentKind) -> [Outcome] {
    let other = ResponsePane.Reading(reading.document.taken(for: kind))
    pane.reading = other
    settle()
    return [.document(.index(key, other.document))] + say(.information, "Read as \(kind.name)")
  }
}

extension DocumentView.Mode {
  var title: String {
    switch self {
    case .pretty: "Pretty"
    case .sorted: "Pretty, keys in order"
    case .compact: "Compact"
    case .raw: "Raw"
    case .hex: "Hex"
    }
  }
}

extension String {
  /// What follows `prefix`; `nil` where it does not begin so.
  func rest(after prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
