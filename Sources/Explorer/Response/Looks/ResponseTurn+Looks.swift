import Documents

extension ResponseTurn {
  /// Shows something over the tab's content.
  mutating func push(_ look: Look) -> [Outcome] {
    pane.looks.append(look)
    settle()
    return look.reading.map { [.document(.index(key, $0.document))] } ?? []
  }

  /// Takes the top look away; `false` when there is none.
  mutating func popLook() -> Bool {
    guard !pane.looks.isEmpty else { return false }
    pane.looks.removeLast()
    settle()
    return true
  }

  /// Takes away whatever hides the document on top.
  mutating func uncoverDocument() {
    while pane.look?.isGrid == true { _ = popLook() }
  }

  /// Changes the look of that number wherever it lies; nothing when it was taken away meanwhile.
  mutating func changeLook(serial: Int, _ change: (inout Look) -> Void) {
    for (tab, looks) in pane.looksByTab {
      guard let index = looks.firstIndex(where: { $0.serial == serial }) else { continue }
      change(&pane.looksByTab[tab, default: looks][index])
    }
    settle()
  }

  /// Takes the look of that number away, because nothing came of it.
  mutating func dropLook(serial: Int) {
    for tab in pane.looksByTab.keys { pane.looksByTab[tab]?.removeAll { $0.serial == serial } }
    settle()
  }

  /// A motion in what lies over the document and is none; `nil` where it leaves that to the list below.
  mutating func moveInGrid(_ motion: Motion) -> [Outcome]? {
    if let effects = moveInMessages(motion) { return effects }
    switch pane.look {
    case .table(let table): return move(motion, in: table)
    case .comparison(let comparison): return move(motion, in: comparison)
    case .picture, .filter, .document, nil: return nil
    }
  }

  /// Enter in what lies over the document; `nil` where there is nothing to open.
  mutating func enterGrid() -> [Outcome]? {
    if let effects = openMessage() { return effects }
    switch pane.look {
    case .table(let table): return enter(table)
    case .comparison(let comparison): return goToChange(comparison)
    case .picture, .filter, .document, nil: return nil
    }
  }

  /// From the picture to its bytes.
  mutating func leavePicture() -> [Outcome] {
    _ = popLook()
    return say(.information, "View: \(pane.reading?.view.mode.rawValue ?? "")")
  }
}

extension Look {
  /// Tells an answer to an older question from that to this one.
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
