import Basics
import Documents

/// A JSONPath filter of the body: its text and the last valid result, which stays while the expression is invalid.
package struct FilterState: Equatable, Sendable {
  package var text: String
  /// Identifies the expression, so that results of an older one are ignored.
  package var serial: Int
  /// The selected values as a separate document.
  package var reading: ResponsePane.Reading?
  /// The offsets of the selected values in the source document.
  package var origins: [Int] = []
  /// The error in the expression, if any.
  package var fault: String?
  /// True until the result of the expression arrives.
  package var isRunning = false

  /// For example `$..name: 12 values`, or `$..name: searching` while the values are unknown.
  package var summary: String {
    if let fault { return fault }
    if isRunning { return "\(text): searching" }
    return "\(text): \(Quantity.amount(origins.count, "value"))"
  }
}

extension ResponseReducer {
  /// `=`: adds a filter over the topmost document, or edits the topmost filter.
  mutating func askForFilter() {
    if askForMessages(byPath: true) { return }
    guard pane.document?.document.kind.isJSON == true else {
      return context.say("Only JSON can be filtered by JSONPath")
    }
    uncoverDocument()
    let prompt = Prompt(
      "Filter by JSONPath, such as $..name", .response(.jsonPath), text: filterOnTop?.text ?? "", verb: "filter",
      isLive: true)
    context.ask(prompt)
  }

  private var filterOnTop: FilterState? {
    if case .filter(let filter)? = pane.derivedView { return filter }
    return nil
  }

  private var filterSource: Document? {
    var response = pane
    if filterOnTop != nil { response.derivedViews.removeLast() }
    return response.reading?.document
  }

  /// Evaluates the expression on each key; while it is incomplete, the last valid result stays.
  mutating func startFilter(_ text: String) {
    guard let document = filterSource else { return }
    guard !text.trimmed.isEmpty, text.trimmed != "$" else {
      if filterOnTop != nil { _ = popDerivedView() }
      return
    }
    let serial = context.nextSerial()
    var filter = filterOnTop ?? FilterState(text: text, serial: serial)
    filter.text = text
    filter.serial = serial
    var path: JSONPath?
    let expression = JSONPath.meant(by: text.trimmed)
    do throws(JSONPathFault) {
      path = try JSONPath(parsing: expression)
      filter.fault = nil
    } catch {
      filter.fault = (expression == text.trimmed ? "" : expression + ": ") + "\(error)"
    }
    filter.isRunning = path != nil
    if filterOnTop == nil {
      pane.derivedViews.append(.filter(filter))
    } else {
      pane.derivedView = .filter(filter)
    }
    if let path { context.run(.document(.filter(key, document, path, serial: serial))) }
  }

  mutating func filtered(serial: Int, _ document: Document, origins: [Int]) {
    changeDerivedView(serial: serial) { view in
      guard case .filter(var filter) = view else { return }
      filter.reading = ResponsePane.Reading(document)
      filter.origins = origins
      filter.isRunning = false
      view = .filter(filter)
    }
  }
}

extension DocumentKind {
  var isJSON: Bool { self == .json || self == .jsonSequence }
}

extension ResponsePane {
  /// The reason the text of a prompt is invalid; `nil` if it is valid.
  func fault(of question: ResponseFeature.Question, _ text: String, _ searchOptions: SearchOptions) -> String? {
    switch question {
    case .search:
      guard !text.isEmpty, let reading else { return nil }
      do { _ = try DocumentSearch(searchOptions.query(text), in: reading.document, view: reading.view) } catch {
        return "\(error)"
      }
      return nil
    case .jsonPath: return filter?.fault
    case .authorities: return text.trimmed.isEmpty ? "The path is empty" : nil
    case .saveBody: return text.trimmed.isEmpty ? "The name is empty" : nil
    case .goToLine: return ResponseReducer.isPlace(text) ? nil : "Type a line (120) or a percentage (50%)"
    case .environmentVariable, .capture:
      let name = text.trimmed
      let isName = !name.isEmpty && !name.contains { $0.isWhitespace || "{}".contains($0) }
      return isName ? nil : "A variable's name cannot be empty or contain spaces or braces"
    case .listSearch, .messages, .pipe, .variableValue: return nil
    }
  }
}
