import Documents

extension AppState {
  /// Shows something over the tab's content.
  mutating func push(_ look: Look) -> [Effect] {
    guard let current else { return [] }
    session?.response.looks.append(look)
    settle(current)
    return look.reading.map { [.document(.index(current, $0.document))] } ?? []
  }

  /// Takes the top look away; `false` when there is none.
  mutating func popLook() -> Bool {
    guard let current, session?.response.looks.isEmpty == false else { return false }
    session?.response.looks.removeLast()
    settle(current)
    return true
  }

  /// Takes away whatever hides the document on top.
  mutating func uncoverDocument() {
    while session?.response.look?.isGrid == true { _ = popLook() }
  }

  /// Changes the look of that number wherever it lies; nothing when it was taken away meanwhile.
  mutating func changeLook(_ key: RequestKey, serial: Int, _ change: (inout Look) -> Void) {
    guard var response = sessions[key]?.response else { return }
    for (tab, looks) in response.looksByTab {
      guard let index = looks.firstIndex(where: { $0.serial == serial }) else { continue }
      change(&response.looksByTab[tab, default: looks][index])
    }
    sessions[key]?.response = response
    settle(key)
  }

  /// Takes the look of that number away, because nothing came of it.
  mutating func dropLook(_ key: RequestKey, serial: Int) {
    guard var response = sessions[key]?.response else { return }
    for tab in response.looksByTab.keys { response.looksByTab[tab]?.removeAll { $0.serial == serial } }
    sessions[key]?.response = response
    settle(key)
  }

  /// A motion in what lies over the document and is none; `nil` where it leaves that to the list below.
  mutating func moveInGrid(_ motion: Motion) -> [Effect]? {
    if let effects = moveInMessages(motion) { return effects }
    switch session?.response.look {
    case .table(let table): return move(motion, in: table)
    case .comparison(let comparison): return move(motion, in: comparison)
    case .picture, .filter, .document, nil: return nil
    }
  }

  /// Enter in what lies over the document; `nil` where there is nothing to open.
  mutating func enterGrid() -> [Effect]? {
    if let effects = openMessage() { return effects }
    switch session?.response.look {
    case .table(let table): return enter(table)
    case .comparison(let comparison): return goToChange(comparison)
    case .picture, .filter, .document, nil: return nil
    }
  }

  /// From the picture to its bytes.
  mutating func leavePicture() -> [Effect] {
    _ = popLook()
    return say(.information, "View: \(session?.response.reading?.view.mode.rawValue ?? "")")
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
