import Documents

extension ResponseTurn {
  /// Cycles through pretty, raw and hex; skips views the document lacks, and returns from bytes to the picture.
  mutating func cycleMode(_ reading: ResponsePane.Reading) -> [Outcome] {
    let modes = reading.document.kind.modes.filter { [.pretty, .raw, .hex].contains($0) }
    let index = modes.firstIndex(of: reading.view.mode)
    if let index, index == modes.count - 1, let effects = showPicture(of: reading) { return effects }
    return show(reading, in: modes[((index ?? -1) + 1) % modes.count])
  }

  /// `o`: toggles between sorted keys and their original order.
  mutating func toggleSorted(_ reading: ResponsePane.Reading) -> [Outcome] {
    guard reading.document.kind.modes.contains(.sorted) else {
      return say(.information, "Only a single JSON document can be shown with its keys sorted")
    }
    return show(reading, in: reading.view.mode == .sorted ? .pretty : .sorted)
  }

  /// Switches the view mode, keeping the position as closely as the two texts allow.
  private mutating func show(_ reading: ResponsePane.Reading, in mode: DocumentView.Mode) -> [Outcome] {
    var reading = reading
    reading.document.setMode(&reading.view, mode)
    reading.search = nil
    reading.anchor = nil
    pane.reading = reading
    settle()
    return [.document(.index(key, reading.document))] + say(.information, "View: \(mode.title)")
  }

  /// `P`: lists all views of the document, and the types to reinterpret it as if the server is wrong.
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

  /// Reinterprets the bytes as a type other than the declared or detected one.
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
