import Documents

/// A value of an answer for other requests: as a live reference, or as a variable that each answer sets again.
extension ResponseTurn {
  func useItem(_ value: ValueUnderCursor) -> Picker.Item {
    var item = Picker.Item(id: "use", title: "Use it in another request", detail: reference(to: value) ?? "")
    if given.id == nil || given.key.path == nil {
      item.refusal = "this request has no file: \(key: "save") first"
    } else if reference(to: value) == nil {
      item.refusal = "only values of a JSON body"
    }
    return item
  }

  func keepItem(_ value: ValueUnderCursor) -> Picker.Item {
    var item = Picker.Item(id: "keep", title: "Keep it after each send", detail: "as a variable")
    if case .history = given.key {
      item.refusal = "this is from the history"
    } else if place(of: value) == nil {
      item.refusal = "only single values of a JSON body"
    }
    return item
  }

  mutating func useElsewhere(_ value: ValueUnderCursor) -> [Outcome] {
    reference(to: value).map { [.useElsewhere(reference: $0)] } ?? []
  }

  mutating func askForCapture(_ value: ValueUnderCursor) -> [Outcome] {
    guard let expression = place(of: value) else { return [] }
    return [
      .ask(
        Prompt(
          "Name of the variable", .capture(expression: expression, value: value.text), text: value.name ?? ""))
    ]
  }

  /// `{{users/login | $.token}}`: the place in the last answer of this request.
  private func reference(to value: ValueUnderCursor) -> String? {
    guard pane.tab == .body, let id = given.id, given.key.path != nil, let place = value.placeInBody, !place.isCut
    else { return nil }
    let path = place.expression
    return path.contains("|") || path.contains("}") || id.contains("|") ? nil : "{{\(id) | \(path)}}"
  }

  /// As assertions name it.
  private func place(of value: ValueUnderCursor) -> String? {
    guard pane.tab == .body, !value.isContainer, value.isWhole else { return nil }
    return value.assertion?.expression
  }
}
