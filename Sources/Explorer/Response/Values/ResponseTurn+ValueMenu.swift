import Basics
import Documents
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ResponseTurn {
  /// Enter on a value: shows the menu of its actions.
  mutating func showValueMenu() -> [Outcome] {
    guard let reading = pane.reading else { return [] }
    guard let value = ValueUnderCursor(pane) else { return say(.information, "There is no value here") }
    let preview = value.isWhole ? preview(of: value.text) : "too large for a preview"
    var items = [Picker.Item(id: "copy", title: "Copy the value", detail: preview)]
    if let path = value.path {
      items.append(Picker.Item(id: "path", title: "Copy its path", detail: (value.placeInBody ?? path).expression))
    }
    items += [useItem(value), keepItem(value), variableItem(value), assertionItem(value), recordItem]
    items += value.filters.enumerated().map { index, filter in
      Picker.Item(id: "filter-\(index)", title: filter.title, detail: filter.expression)
    }
    if let address = value.address {
      items.append(Picker.Item(id: "request", title: "Open as a new request", detail: address))
    }
    if value.token != nil { items.append(Picker.Item(id: "token", title: "Decode the token", detail: "JWT")) }
    if value.path != nil, value.isText, value.isWhole, value.text.utf8.count > 1 {
      items.append(Picker.Item(id: "read", title: "Open the text by itself", detail: "formatted, if it is JSON or XML"))
    }
    if reading.document.isContainer(at: reading.view) {
      items.append(Picker.Item(id: "fold", title: "Fold or unfold", detail: "z"))
    }
    if reading.document.kind.hasTable { items.append(Picker.Item(id: "table", title: "Show as a table", detail: "t")) }
    let title = value.path.map { "Value \($0.short)" } ?? "Line"
    return [.pick(Picker(title, .value, items: items))]
  }

  func preview(of text: String) -> String {
    VisibleLine.of(String(text.prefix(40))) + (text.utf8.count > 40 ? "…  \(Quantity.bytes(text.utf8.count))" : "")
  }

  private func variableItem(_ value: ValueUnderCursor) -> Picker.Item {
    let refusal = given.environment == nil ? "no environment is chosen: press \(key: "chooseEnvironment")" : nil
    return Picker.Item(
      id: "variable", title: "Make it a variable", detail: given.environmentName.map { "in \($0)" } ?? "",
      refusal: value.text.contains(where: \.isNewline) || !value.isWhole ? "a variable is one short line" : refusal)
  }

  private func assertionItem(_ value: ValueUnderCursor) -> Picker.Item {
    guard pane.tab == .body, let assertion = value.assertion else {
      return Picker.Item(id: "assert", title: "Assert it", refusal: "only values of a JSON body can be asserted")
    }
    let words = [assertion.expression, assertion.operator, assertion.value].joined(separator: " ").trimmed
    return Picker.Item(id: "assert", title: "Assert it", detail: VisibleLine.of(String(words.prefix(60))))
  }

  mutating func pickedValue(_ id: String) -> [Outcome] {
    guard let value = ValueUnderCursor(pane) else { return [] }
    switch id {
    case "copy": return copyValue()
    case "path":
      guard let path = value.placeInBody ?? value.path else { return [] }
      return [.system(.copy(path.expression, label: "the path"))]
    case "use": return useElsewhere(value)
    case "keep": return askForCapture(value)
    case "variable": return askForVariable(value)
    case "assert": return addAssertion(value)
    case "record": return recordAnswer()
    case "request": return value.address.map { [.openAddress($0)] } ?? []
    case "token": return decodeToken(in: value.text)
    case "read": return readByItself(value)
    case "fold": return fold()
    case "table": return toggleTable()
    default:
      guard let index = id.rest(after: "filter-").flatMap(Int.init), value.filters.indices.contains(index) else {
        return []
      }
      return startFilter(value.filters[index].expression)
    }
  }

  private mutating func askForVariable(_ value: ValueUnderCursor) -> [Outcome] {
    guard let environment = given.environment else {
      return say(.information, "Choose an environment first: \(key: "chooseEnvironment")")
    }
    let prompt = Prompt(
      "Name of the variable in \(environment.name)", .environmentVariable(value: value.text), text: value.name ?? "")
    return [.ask(prompt)]
  }

  /// Opens the text of a value as a separate document.
  private mutating func readByItself(_ value: ValueUnderCursor) -> [Outcome] {
    let reading = ResponsePane.Reading(Document(bytes: Array(value.text.utf8)))
    return push(.document(reading, title: "text of \(value.path?.short ?? "the line")"))
  }

  /// Opens the header and claims of a token as a document.
  mutating func decodeToken(in text: String?) -> [Outcome] {
    guard let token = text.flatMap(JSONWebToken.first) else {
      return text == nil ? [] : say(.information, "Nothing to open here: \(key: "copyValue") copies the line")
    }
    let document = token.document(nowInSeconds: given.clock.now.timeIntervalSince1970)
    return push(.document(ResponsePane.Reading(document), title: "token, not verified"))
  }
}
