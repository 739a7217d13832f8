import Documents

extension AppState {
  /// `=`: anew over the document on top, or the filter that is on top of it changed.
  mutating func askForFilter() -> [Effect] {
    guard session?.response.document?.document.kind.isJSON == true else {
      return say(.information, "Only JSON can be filtered by JSONPath")
    }
    uncoverDocument()
    let prompt = Prompt("Filter by JSONPath, as $..name", .jsonPath, text: filterOnTop?.text ?? "$")
    return apply(.overlay(.show(.prompt(prompt))))
  }

  private var filterOnTop: FilterState? {
    if case .filter(let filter)? = session?.response.look { return filter }
    return nil
  }

  /// What the filter on top selects from.
  private var filterSource: Document? {
    guard var response = session?.response else { return nil }
    if filterOnTop != nil { response.looks.removeLast() }
    return response.reading?.document
  }

  /// Tries the expression with every letter; one that is not complete leaves the last good result in its place.
  mutating func startFilter(_ text: String) -> [Effect] {
    guard let current, let document = filterSource else { return [] }
    guard !text.trimmed.isEmpty, text.trimmed != "$" else {
      if filterOnTop != nil { _ = popLook() }
      return []
    }
    let serial = nextSerial()
    var filter = filterOnTop ?? FilterState(text, serial: serial)
    filter.text = text
    filter.serial = serial
    var effects: [Effect] = []
    do throws(JSONPathFault) {
      let path = try JSONPath(parsing: text.trimmed)
      filter.fault = nil
      effects = [.document(.filter(current, document, path, serial: serial))]
    } catch {
      filter.fault = "\(error)"
    }
    if filterOnTop == nil {
      session?.response.looks.append(.filter(filter))
    } else {
      session?.response.look = .filter(filter)
    }
    return effects
  }

  mutating func filtered(_ key: RequestKey, serial: Int, _ document: Document, origins: [Int]) -> [Effect] {
    changeLook(key, serial: serial) { look in
      guard case .filter(var filter) = look else { return }
      filter.reading = ResponsePane.Reading(document)
      filter.origins = origins
      look = .filter(filter)
    }
    return []
  }
}

extension DocumentKind {
  var isJSON: Bool { self == .json || self == .jsonSequence }
}
