import Basics
import Documents

extension ResponseTurn {
  /// `=`: adds a filter over the topmost document, or edits the topmost filter.
  mutating func askForFilter() -> [Outcome] {
    if let outcomes = askForMessages(byPath: true) { return outcomes }
    guard pane.document?.document.kind.isJSON == true else {
      return say(.information, "Only JSON can be filtered by JSONPath")
    }
    uncoverDocument()
    let prompt = Prompt("Filter by JSONPath, such as $..name", .jsonPath, text: filterOnTop?.text ?? "")
    return [.ask(prompt)]
  }

  private var filterOnTop: FilterState? {
    if case .filter(let filter)? = pane.look { return filter }
    return nil
  }

  /// The document that the topmost filter applies to.
  private var filterSource: Document? {
    var response = pane
    if filterOnTop != nil { response.looks.removeLast() }
    return response.reading?.document
  }

  /// Evaluates the expression on each key; while it is incomplete, the last valid result stays.
  mutating func startFilter(_ text: String) -> [Outcome] {
    guard let document = filterSource else { return [] }
    guard !text.trimmed.isEmpty, text.trimmed != "$" else {
      if filterOnTop != nil { _ = popLook() }
      return []
    }
    let serial = nextSerial()
    var filter = filterOnTop ?? FilterState(text, serial: serial)
    filter.text = text
    filter.serial = serial
    var effects: [Outcome] = []
    let expression = JSONPath.meant(by: text.trimmed)
    do throws(JSONPathFault) {
      let path = try JSONPath(parsing: expression)
      filter.fault = nil
      effects = [.document(.filter(key, document, path, serial: serial))]
    } catch {
      filter.fault = (expression == text.trimmed ? "" : expression + ": ") + "\(error)"
    }
    if filterOnTop == nil {
      pane.looks.append(.filter(filter))
    } else {
      pane.look = .filter(filter)
    }
    return effects
  }

  mutating func filtered(serial: Int, _ document: Document, origins: [Int]) -> [Outcome] {
    changeLook(serial: serial) { look in
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
