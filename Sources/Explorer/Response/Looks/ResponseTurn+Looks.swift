import Documents

extension ResponseTurn {
  /// Adds a layer over the tab's content.
  mutating func push(_ look: Look) -> [Outcome] {
    pane.looks.append(look)
    settle()
    return look.reading.map { [.document(.index(key, $0.document))] } ?? []
  }

  /// Removes the topmost layer; `false` if there is none.
  mutating func popLook() -> Bool {
    guard !pane.looks.isEmpty else { return false }
    pane.looks.removeLast()
    settle()
    return true
  }

  /// Removes all layers that cover the topmost document.
  mutating func uncoverDocument() {
    while pane.look?.isGrid == true { _ = popLook() }
  }

  /// Changes the layer with that number on any tab; does nothing if it has been closed.
  mutating func changeLook(serial: Int, _ change: (inout Look) -> Void) {
    for (tab, looks) in pane.looksByTab {
      guard let index = looks.firstIndex(where: { $0.serial == serial }) else { continue }
      change(&pane.looksByTab[tab, default: looks][index])
    }
    settle()
  }

  /// Removes the layer with that number because it has no result.
  mutating func dropLook(serial: Int) {
    for tab in pane.looksByTab.keys { pane.looksByTab[tab]?.removeAll { $0.serial == serial } }
    settle()
  }

  /// Moves the cursor in a layer that covers the document; `nil` leaves the motion to the list below.
  mutating func moveInGrid(_ motion: Motion) -> [Outcome]? {
    if let effects = moveInMessages(motion) { return effects }
    switch pane.look {
    case .table(let table): return move(motion, in: table)
    case .comparison(let comparison): return move(motion, in: comparison)
    case .picture, .filter, .document, nil: return nil
    }
  }

  /// Enter in a layer that covers the document; `nil` if there is nothing to open.
  mutating func enterGrid() -> [Outcome]? {
    if let effects = openMessage() { return effects }
    switch pane.look {
    case .table(let table): return enter(table)
    case .comparison(let comparison): return goToChange(comparison)
    case .picture, .filter, .document, nil: return nil
    }
  }

  /// Replaces the picture with its bytes.
  mutating func leavePicture() -> [Outcome] {
    _ = popLook()
    return say(.information, "View: \(pane.reading?.view.mode.rawValue ?? "")")
  }
}

extension Look {
  /// Identifies the operation, so that results of an older one are ignored.
  var serial: Int? {
    switch self {
    case .filter(let filter): filter.serial
    case .table(let table): table.serial
    case .picture(let picture): picture.serial
    case .comparison(let comparison): comparison.serial
    case .document: nil
    }
  }
}
