import Basics
import Documents
import Essentials
import HTTPModel
import HTTPTypes
import Workspaces

extension ResponsePane {
  /// The URL of the next page that the answer names, in `Link` or in its body; `nil` if it names none.
  var nextPage: String? {
    guard let exchange, exchange.response != nil, exchange.failure == nil,
      case .reference(let url)? = PageRule().next(after: exchange, document: body?.document ?? Document(bytes: []))?
        .absolute(after: exchange)
    else { return nil }
    return url
  }
}

extension ResponseReducer {
  /// Enter on a value: shows the menu of its actions.
  mutating func showValueMenu() {
    guard let reading = pane.reading else { return }
    guard let value = ValueUnderCursor(pane) else { return context.say("There is no value here") }
    let preview = value.isWhole ? preview(of: value.text) : "too large for a preview"
    var items = [Picker.Item(id: "copy", title: "Copy the value", detail: preview)]
    if let path = value.path {
      items.append(Picker.Item(id: "path", title: "Copy its path", detail: (value.placeInBody ?? path).expression))
    }
    if let address = value.address {
      items.append(Picker.Item(id: "send", title: "Send a request to it", detail: address))
      items.append(Picker.Item(id: "request", title: "Open as a new request", detail: address))
    }
    if let page = pane.nextPage { items.append(Picker.Item(id: "page", title: "Next page", detail: page)) }
    items += [useItem(value), keepItem(value), variableItem(value), assertionItem(value), recordItem]
    items += value.filters.enumerated().map { index, filter in
      Picker.Item(id: "filter-\(index)", title: filter.title, detail: filter.expression)
    }
    if value.token != nil { items.append(Picker.Item(id: "token", title: "Decode the token", detail: "JWT")) }
    if value.path != nil, value.isText, value.isWhole, value.text.utf8.count > 1 {
      items.append(Picker.Item(id: "read", title: "Open the text alone", detail: "formatted, if it is JSON or XML"))
    }
    if reading.document.isContainer(at: reading.view) {
      items.append(Picker.Item(id: "fold", title: "Fold or unfold", detail: "z"))
    }
    if reading.document.kind.hasTable { items.append(Picker.Item(id: "table", title: "Show as a table", detail: "t")) }
    let title = value.path.map { "Value \($0.short)" } ?? "Line"
    context.pick(Picker(title, .response(.value), items: items))
  }

  /// The address in the header under the cursor; for `Link`, that of the next page, else the first one.
  var headerAddress: String? {
    guard pane.tab == .headers, pane.derivedView == nil, let header = currentFact?.header else { return nil }
    let reference: String?
    switch header.name.asciiLowercased {
    case "location", "content-location": reference = header.value.trimmed
    case "link":
      let links = LinkHeader(header.value)
      reference = links.target("next") ?? links.links.first?.target
    default: reference = nil
    }
    guard let reference, !reference.isEmpty, let base = pane.exchange?.finalURL else { return nil }
    return URLParts(base).resolving(PercentEncoding.wire(reference)).description
  }

  /// Requests the page that the answer names as the next one, as part of the same request.
  mutating func requestNextPage() {
    guard let page = pane.nextPage, !refusesMasked(page) else { return }
    context.perform(.sending(.step(key, .pageRequested(url: page))))
  }

  func preview(of text: String) -> String {
    VisibleLine.of(String(text.prefix(40))) + (text.utf8.count > 40 ? "…  \(Quantity.bytes(text.utf8.count))" : "")
  }

  private func variableItem(_ value: ValueUnderCursor) -> Picker.Item {
    let refusal = subject.environment == nil ? "no environment is chosen: press \(key: "chooseEnvironment")" : nil
    return Picker.Item(
      id: "variable", title: "Make it a variable", detail: subject.environmentName.map { "in \($0)" } ?? "",
      refusal: value.text.contains(where: \.isNewline) || !value.isWhole ? "a variable is one short line" : refusal)
  }

  private func assertionItem(_ value: ValueUnderCursor) -> Picker.Item {
    guard pane.tab == .body, let assertion = value.assertion else {
      return Picker.Item(id: "assert", title: "Assert it", refusal: "only values of a JSON body can be asserted")
    }
    let words = [assertion.expression, assertion.operator, assertion.value].joined(separator: " ").trimmed
    return Picker.Item(id: "assert", title: "Assert it", detail: VisibleLine.of(String(words.prefix(60))))
  }

  mutating func pickedValue(_ id: String) {
    guard let value = ValueUnderCursor(pane) else { return }
    switch id {
    case "copy": copyValue()
    case "path":
      guard let path = value.placeInBody ?? value.path else { return }
      context.copy(path.expression, as: "the path")
    case "use": useElsewhere(value)
    case "keep": askForCapture(value)
    case "variable": askForVariable(value)
    case "assert": addAssertion(value)
    case "record": recordAnswer()
    case "request", "send":
      guard let address = value.address, !refusesMasked(address) else { return }
      context.perform(.valueUse(.addressOpened(address, sends: id == "send")))
    case "page": requestNextPage()
    case "token": decodeToken(in: value.text)
    case "read": readByItself(value)
    case "fold": fold()
    case "table": toggleTable()
    default:
      guard let index = id.rest(after: "filter-").flatMap(Int.init), value.filters.indices.contains(index) else {
        return
      }
      return startFilter(value.filters[index].expression)
    }
  }

  private mutating func askForVariable(_ value: ValueUnderCursor) {
    if refusesMasked(value.text) { return }
    guard let environment = subject.environment else {
      return context.say("Choose an environment first: \(key: "chooseEnvironment")")
    }
    let prompt = Prompt(
      "Name of the variable in \(environment.name)", .response(.environmentVariable(value: value.text)),
      text: value.name ?? "", verb: "set")
    context.ask(prompt)
  }

  /// Opens the text of a value as a separate document.
  private mutating func readByItself(_ value: ValueUnderCursor) {
    let reading = ResponsePane.Reading(Document(bytes: Array(value.text.utf8)))
    push(.document(reading, title: "text of \(value.path?.short ?? "the line")"))
  }

  /// Opens the header and claims of a token as a document.
  mutating func decodeToken(in text: String?) {
    guard let token = text.flatMap(JSONWebToken.first) else {
      if text != nil { context.say("Nothing to open here: \(key: "copyValue") copies the line") }
      return
    }
    let document = token.document(nowInSeconds: subject.clock.now.timeIntervalSince1970)
    push(.document(ResponsePane.Reading(document), title: "token, not verified"))
  }
}

/// Uses a value of an answer in other requests: as a live reference, or as a variable set by each answer.
extension ResponseReducer {
  func useItem(_ value: ValueUnderCursor) -> Picker.Item {
    var item = Picker.Item(id: "use", title: "Use it in another request", detail: reference(to: value) ?? "")
    if subject.id == nil || subject.key.path == nil {
      item.refusal = "this request has no file: \(key: "save") first"
    } else if reference(to: value) == nil {
      item.refusal = "only values of a JSON body"
    } else if pane.exchange?.response?.status.kind != .successful {
      // The reference would be refused until then.
      item.detail = "once this request succeeds"
    }
    return item
  }

  func keepItem(_ value: ValueUnderCursor) -> Picker.Item {
    var item = Picker.Item(id: "keep", title: "Capture it after each send", detail: "as a variable")
    if case .history = subject.key {
      item.refusal = "it is from the history"
    } else if place(of: value) == nil {
      item.refusal = "only single values of a JSON body"
    }
    return item
  }

  mutating func useElsewhere(_ value: ValueUnderCursor) {
    guard let text = reference(to: value) else { return }
    context.perform(.valueUse(.requested(reference: AnswerReference(text: text, isText: value.isText))))
  }

  mutating func askForCapture(_ value: ValueUnderCursor) {
    guard let expression = place(of: value), !refusesMasked(value.text) else { return }
    context.ask(
      Prompt(
        "Name of the variable", .response(.capture(expression: expression, value: value.text)),
        text: value.name ?? "", verb: "set"))
  }

  /// `{{users/login | $.token}}`: a reference to the value in the last answer of this request.
  private func reference(to value: ValueUnderCursor) -> String? {
    guard pane.tab == .body, let id = subject.id, subject.key.path != nil, let place = value.placeInBody, !place.isCut
    else { return nil }
    let path = place.expression
    return path.contains("|") || path.contains("}") || id.contains("|") ? nil : "{{\(id) | \(path)}}"
  }

  /// The value's path in the syntax of assertions.
  private func place(of value: ValueUnderCursor) -> String? {
    guard pane.tab == .body, !value.isContainer, value.isWhole else { return nil }
    return value.assertion?.expression
  }
}

/// Creates tests from an answer: that a value, or the whole answer, stays the same.
extension ResponseReducer {
  mutating func assertValue() {
    guard let value = ValueUnderCursor(pane) else { return context.say("There is no value here") }
    addAssertion(value)
  }

  mutating func addAssertion(_ value: ValueUnderCursor) {
    guard pane.tab == .body, let assertion = value.assertion else {
      return context.say("Only values of a JSON body can be asserted")
    }
    let text = [assertion.expression, assertion.operator, assertion.value].joined(separator: " ").trimmed
    assert(assertion.expression, assertion.operator, assertion.value)
    context.say("Asserted: \(text.prefix(60)). It is in Tests; \(key: "save") saves it")
  }

  private mutating func assert(_ expression: String, _ operation: String, _ value: String) {
    guard var draft = context.app.session?.draft else { return }
    draft.assert(expression, operation, value)
    context.request(.changed(draft))
  }

  var recordItem: Picker.Item {
    Picker.Item(
      id: "record", title: "Snapshot the answer", detail: "a test compares later answers with it",
      refusal: recordRefusal)
  }

  private var recordRefusal: String? {
    if subject.id == nil || subject.key.path == nil { return "this request has no file: \(key: "save") first" }
    if let fault = subject.draft.snapshotFault(in: subject.variables) { return fault }
    return pane.exchange?.response == nil ? "there is no answer to record" : nil
  }

  mutating func recordAnswer() {
    if let recordRefusal { return context.say("Not recorded: \(recordRefusal)") }
    guard let exchange = pane.exchange else { return }
    let compares = subject.draft.assertions.contains { $0.isEnabled && $0.ownOperator == .sameAsRecorded }
    let name = OwnOperator.sameAsRecorded.rawValue
    if !compares { assert("res.body", name, "") }
    if let path = key.path { context.run(.files(.change(.record(exchange, path: path)))) }
  }
}
