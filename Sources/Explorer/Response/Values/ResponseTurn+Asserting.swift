import Basics
import Documents
import Networking
import Workspaces

/// Tests out of an answer: that a value stays as it is, or the whole answer.
extension ResponseTurn {
  /// `a`
  mutating func assertValue() -> [Outcome] {
    guard let value = ValueUnderCursor(pane) else { return say(.information, "There is no value here") }
    return addAssertion(value)
  }

  mutating func addAssertion(_ value: ValueUnderCursor) -> [Outcome] {
    guard pane.tab == .body, let assertion = value.assertion else {
      return say(.information, "Only values of a JSON body can be asserted")
    }
    let text = [assertion.expression, assertion.operator, assertion.value].joined(separator: " ").trimmed
    return [
      .assert(expression: assertion.expression, operator: assertion.operator, value: assertion.value)
    ] + say(.information, "Asserted: \(text.prefix(60)). It is in Tests; \(key: "save") saves it")
  }

  var recordItem: Picker.Item {
    Picker.Item(
      id: "record", title: "Record the answer", detail: "a test compares later ones with it", refusal: recordRefusal)
  }

  private var recordRefusal: String? {
    if given.id == nil || given.key.path == nil { return "this request has no file: \(key: "save") first" }
    if let fault = given.draft.snapshotFault(in: given.variables) { return fault }
    return pane.exchange?.response == nil ? "there is no answer to record" : nil
  }

  func recordAnswer() -> [Outcome] {
    if let recordRefusal { return say(.information, "Not recorded: \(recordRefusal)") }
    guard let exchange = pane.exchange else { return [] }
    let compares = given.draft.assertions.contains { $0.isEnabled && $0.ownOperator == .sameAsRecorded }
    let name = OwnOperator.sameAsRecorded.rawValue
    return (compares ? [] : [.assert(expression: "res.body", operator: name, value: "")]) + [.record(exchange)]
  }
}
