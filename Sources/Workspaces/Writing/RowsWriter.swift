/// Applies the edit of a list of rows to its nodes; entries keep their position in the file, their comments and their
/// unknown keys.
struct RowsWriter<Element: Hashable> {
  /// Returns whether an item of the list is a row of the model; others stay unchanged.
  var isRow: (YAMLNode) -> Bool = { $0.entries != nil }
  /// The name by which a changed entry is matched.
  var name: (Element) -> String
  var make: (Element) -> YAMLNode
  var change: (_ item: inout YAMLNode, _ old: Element, _ new: Element) -> Void

  /// `nil` if the list becomes empty.
  func list(_ node: YAMLNode?, from old: [Element], to new: [Element]) -> YAMLNode? {
    let items = node?.items ?? []
    let places = items.indices.filter { isRow(items[$0]) }
    guard var list = node, places.count == old.count, !items.isEmpty else {
      return new.isEmpty ? nil : .list(new.map(make))
    }
    // An entry that is not a row stays after the row before it.
    var foreign: [Int: [YAMLNode]] = [:]
    for index in items.indices where !isRow(items[index]) {
      foreign[places.lastIndex { $0 < index } ?? -1, default: []].append(items[index])
    }
    var result = foreign.removeValue(forKey: -1) ?? []
    for (element, origin) in zip(new, Alignment.origins(of: new, in: old, name: name)) {
      guard let origin else {
        result.append(make(element))
        continue
      }
      var item = items[places[origin]]
      if old[origin] != element {
        item.forgetAlias()
        change(&item, old[origin], element)
      }
      result += [item] + (foreign.removeValue(forKey: origin) ?? [])
    }
    result += foreign.sorted { $0.key < $1.key }.flatMap(\.value)
    if result.isEmpty { return nil }
    list.content = .sequence(result)
    list.forgetAlias()
    return list
  }
}

extension RowsWriter where Element == Row {
  static var plain: RowsWriter {
    let order = ["name", "value", "type", "blankAfterColon", "inherit", "description", "disabled"]
    return RowsWriter(
      name: \.name,
      make: { row in
        .map([
          ("name", .string(row.name)), ("value", .string(row.value)),
          ("blankAfterColon", row.omitsBlank ? .bool(false) : nil),
          ("inherit", row.omitsInherited ? .bool(false) : nil),
          ("description", row.note.isEmpty ? nil : .string(row.note)), ("disabled", row.isEnabled ? nil : .bool(true)),
        ])
      },
      change: { item, old, new in item.changeRow(old, new, order: order) })
  }
}

extension RowsWriter where Element == Parameter {
  static var parameters: RowsWriter {
    let order = ["name", "value", "type", "description", "disabled"]
    return RowsWriter(
      name: { "\($0.place) \($0.row.name)" },
      make: { parameter in
        var item = RowsWriter<Row>.plain.make(parameter.row)
        item.put("type", .string(parameter.place.rawValue), order: order)
        return item
      },
      change: { item, old, new in
        item.changeRow(old.row, new.row, order: order)
        if old.place != new.place { item.put("type", .string(new.place.rawValue), order: order) }
      })
  }
}

extension RowsWriter where Element == FormPart {
  static var parts: RowsWriter {
    let order = ["name", "type", "value", "contentType", "fileName", "description", "disabled"]
    return RowsWriter(
      name: \.name,
      make: { part in
        .map([
          ("name", .string(part.name)), ("type", .string(part.content.word)), ("value", part.content.node),
          ("contentType", part.contentType.isEmpty ? nil : .string(part.contentType)),
          ("fileName", part.fileName.map { .string($0) }),
          ("description", part.note.isEmpty ? nil : .string(part.note)),
          ("disabled", part.isEnabled ? nil : .bool(true)),
        ])
      },
      change: { item, old, new in
        if old.name != new.name { item.put("name", .string(new.name), order: order) }
        if old.content.word != new.content.word { item.put("type", .string(new.content.word), order: order) }
        if old.content != new.content { item.put("value", new.content.node, order: order) }
        if old.contentType != new.contentType {
          item.put("contentType", new.contentType.isEmpty ? nil : .string(new.contentType), order: order)
        }
        if old.fileName != new.fileName { item.put("fileName", new.fileName.map { .string($0) }, order: order) }
        if old.note != new.note { item.putProse("description", new.note, order: order) }
        if old.isEnabled != new.isEnabled { item.putEnabled(new.isEnabled, order: order) }
      })
  }
}

extension RowsWriter where Element == BodyDefinition.FileChoice {
  static var choices: RowsWriter {
    RowsWriter(
      name: \.path,
      make: { choice in
        .map([
          ("filePath", .string(choice.path)), ("contentType", .string(choice.contentType)),
          ("selected", .bool(choice.isSelected)),
        ])
      },
      change: { item, old, new in
        let order = ["filePath", "contentType", "selected", "description"]
        if old.path != new.path { item.put("filePath", .string(new.path), order: order) }
        if old.contentType != new.contentType { item.put("contentType", .string(new.contentType), order: order) }
        if old.isSelected != new.isSelected { item.put("selected", .bool(new.isSelected), order: order) }
      })
  }
}

extension YAMLNode {
  mutating func changeRow(_ old: Row, _ new: Row, order: [String]) {
    if old.name != new.name { put("name", .string(new.name), order: order) }
    if old.value != new.value { putValue("value", new.value, order: order) }
    if old.omitsBlank != new.omitsBlank { put("blankAfterColon", new.omitsBlank ? .bool(false) : nil, order: order) }
    if old.omitsInherited != new.omitsInherited {
      put("inherit", new.omitsInherited ? .bool(false) : nil, order: order)
    }
    if old.note != new.note { putProse("description", new.note, order: order) }
    if old.isEnabled != new.isEnabled { putEnabled(new.isEnabled, order: order) }
  }
}

extension FormPart.Content {
  var word: String { if case .text = self { "text" } else { "file" } }

  var node: YAMLNode {
    switch self {
    case .text(let text): .string(text)
    case .files(let paths): .list(paths.map { .string($0) })
    }
  }
}

extension RowsWriter where Element == Script {
  static var scripts: RowsWriter {
    RowsWriter(
      name: \.phase,
      make: { script in .map([("type", .string(script.phase)), ("code", .string(script.code))]) },
      change: { item, old, new in
        if old.phase != new.phase { item.put("type", .string(new.phase), order: ["type", "code"]) }
        if old.code != new.code { item.put("code", .string(new.code), order: ["type", "code"]) }
      })
  }
}

extension RowsWriter where Element == Assertion {
  static var assertions: RowsWriter {
    let order = ["expression", "operator", "value", "description", "disabled"]
    return RowsWriter(
      name: \.expression,
      make: { assertion in
        .map([
          ("expression", .string(assertion.expression)), ("operator", .string(assertion.operator)),
          ("value", assertion.value.isEmpty ? nil : .string(assertion.value)),
          ("description", assertion.note.isEmpty ? nil : .string(assertion.note)),
          ("disabled", assertion.isEnabled ? nil : .bool(true)),
        ])
      },
      change: { item, old, new in
        if old.expression != new.expression { item.put("expression", .string(new.expression), order: order) }
        if old.operator != new.operator { item.put("operator", .string(new.operator), order: order) }
        if old.value != new.value { item.put("value", new.value.isEmpty ? nil : .string(new.value), order: order) }
        if old.note != new.note { item.putProse("description", new.note, order: order) }
        if old.isEnabled != new.isEnabled { item.putEnabled(new.isEnabled, order: order) }
      })
  }
}

extension RowsWriter where Element == Capture {
  static var captures: RowsWriter {
    let order = ["type", "phase", "selector", "variable", "description", "disabled"]
    return RowsWriter(
      isRow: { $0.entries != nil && RequestReader.isCapture($0) },
      name: \.variable,
      make: { capture in
        .map([
          ("type", .string("set-variable")), ("phase", .string("after-response")),
          ("selector", .map([("expression", .string(capture.expression)), ("method", .string("jsonq"))])),
          ("variable", .map([("name", .string(capture.variable)), ("scope", .string(capture.scope))])),
          ("disabled", capture.isEnabled ? nil : .bool(true)),
        ])
      },
      change: { item, old, new in
        item.update("selector", order: order) { selector in
          if old.expression != new.expression {
            selector.put("expression", .string(new.expression), order: ["expression"])
          }
        }
        item.update("variable", order: order) { variable in
          if old.variable != new.variable { variable.put("name", .string(new.variable), order: ["name", "scope"]) }
          if old.scope != new.scope { variable.put("scope", .string(new.scope), order: ["name", "scope"]) }
        }
        if old.isEnabled != new.isEnabled { item.putEnabled(new.isEnabled, order: order) }
      })
  }
}
