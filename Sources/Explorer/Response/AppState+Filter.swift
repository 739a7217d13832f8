import Documents

extension AppState {
  mutating func askForFilter() -> [Effect] {
    guard let body = session?.response.body, body.document.kind == .json || body.document.kind == .jsonSequence else {
      return say(.information, "Only JSON can be filtered by JSONPath")
    }
    let prompt = Prompt("Filter by JSONPath, as $..name", .jsonPath, text: session?.response.filter?.text ?? "$")
    return apply(.overlay(.show(.prompt(prompt))))
  }

  /// Tries the expression with every letter; one that is not complete leaves the last good result in its place.
  mutating func startFilter(_ text: String) -> [Effect] {
    guard let current, let body = session?.response.body else { return [] }
    guard !text.trimmed.isEmpty, text.trimmed != "$" else {
      session?.response.filter = nil
      return []
    }
    var filter = session?.response.filter ?? FilterState(text, serial: 0)
    filter.text = text
    filter.serial = nextSerial()
    defer { session?.response.filter = filter }
    do throws(JSONPathFault) {
      let path = try JSONPath(parsing: text.trimmed)
      filter.fault = nil
      return [.document(.filter(current, body.document, path, serial: filter.serial))]
    } catch {
      filter.fault = "\(error)"
      return []
    }
  }

  mutating func filtered(_ key: RequestKey, serial: Int, _ document: Document, count: Int) -> [Effect] {
    guard sessions[key]?.response.filter?.serial == serial else { return [] }
    sessions[key]?.response.filter?.reading = ResponsePane.Reading(document)
    sessions[key]?.response.filter?.count = count
    settle(key)
    return []
  }
}
