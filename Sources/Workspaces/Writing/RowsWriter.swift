import Basics

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

/// The rows of a list, described by their fields.
struct RowShape<Element: Hashable & Sendable>: Sendable {
  /// A row without any field.
  let start: Element
  let fields: [Field<Element>]
  /// The order of the keys of an entry.
  let order: [String]
  /// The name by which rows are matched.
  let name: @Sendable (Element) -> String
  /// The row in a conflict.
  let words: @Sendable (Element) -> String
  /// The reason why an entry of the list is not a row; an empty one is not reported.
  var refusal: @Sendable (YAMLNode) -> String? = { _ in nil }
  /// The reason why an entry of our JSON is not a row.
  var refusalOfJSON: @Sendable (JSONValue) -> String? = { _ in nil }
  var complete: @Sendable (_ row: inout Element, _ entry: YAMLNode, _ reader: inout NodeReader) -> Void = { _, _, _ in }

  func rows(_ node: YAMLNode, _ what: String, _ reader: inout NodeReader) -> [Element] {
    let outer = reader.list
    reader.list = what
    defer { reader.list = outer }
    return reader.maps(node, what).compactMap { entry in
      if let refusal = refusal(entry) {
        if !refusal.isEmpty { reader.hint(entry["type"] ?? entry, refusal) }
        return nil
      }
      var row = start
      fields.read(entry, into: &row, &reader)
      complete(&row, entry, &reader)
      return row
    }
  }

  var writer: RowsWriter<Element> {
    RowsWriter(
      isRow: { $0.entries != nil && refusal($0) == nil }, name: name,
      make: { row in
        var entry = YAMLNode.map([])
        fields.write(&entry, from: nil, to: row, order: order)
        return entry
      },
      change: { entry, old, new in fields.write(&entry, from: old, to: new, order: order) })
  }

  func json(_ rows: [Element]) -> JSONValue { .array(rows.map(fields.json)) }

  func rows(_ json: JSONValue, _ place: String, _ reader: inout NeutralReader) -> [Element] {
    (reader.list(json, at: place) ?? []).compactMap { place, node in
      if let refusal = refusalOfJSON(node) {
        reader.report(place, refusal)
        return nil
      }
      var row = start
      fields.read(node, at: place, into: &row, &reader)
      return row
    }
  }
}

extension FieldType {
  /// A list, whose rows merge one by one. A file contains only a list with rows.
  static func rows<Element>(_ shape: RowShape<Element>) -> FieldType where Value == [Element] {
    FieldType(
      empty: [], read: shape.rows,
      put: { map, key, old, new, order in
        map.put(key, shape.writer.list(map[key], from: old, to: new), order: order)
      },
      json: shape.json, readJSON: shape.rows,
      merge: { name, mine, base, theirs, merge in
        merge.rows(name, &mine, base, theirs, name: shape.name, words: shape.words)
      }
    ).inJSON
  }
}

extension Field {
  /// A member with a fixed text: in a new entry of a file, or in our JSON.
  static func constant(_ text: String, at keys: [String] = [], json: String? = nil) -> Field {
    Field(
      name: "", read: { _, _, _ in },
      write: { entry, old, _, order in
        guard old == nil, let key = keys.last else { return }
        entry.update(at: keys.dropLast(), order: order) { $0.put(key, .string(text), order: $1) }
      },
      merge: { _, _, _, _ in },
      writeJSON: { node, _ in if let json { node[json] = .string(text) } }, readJSON: { _, _, _, _ in })
  }

  /// Whether a row is in use: `disabled: true`, or `enabled: false` as in some files.
  static func enabled(_ path: Path<Bool>) -> [Field] {
    let older = FieldType<Bool>(
      empty: true,
      read: { node, _, reader in
        guard let isEnabled = node.bool else { return nil }
        reader.hint(node, "`enabled` is not a key of the format, and Bruno ignores it; use `disabled: true`")
        return isEnabled ? nil : false
      },
      put: { _, _, _, _, _ in }, json: { _ in nil }, readJSON: { _, _, _ in nil })
    let type = FieldType<Bool>(
      empty: true, read: { node, _, _ in node.bool == true ? false : nil },
      put: { $0.putEnabled($3, order: $4) }, json: { .bool($0) }, readJSON: { $2.flag($0, at: $1) })
    return [
      Field("enabled", path, older).inFilesOnly,
      Field("disabled", path, type.inJSON, json: "enabled"),
    ]
  }
}

extension Row {
  static let shape = RowShape(
    start: Row(), fields: fields,
    order: ["name", "value", "type", "blankAfterColon", "inherit", "description", "disabled"], name: \.name,
    words: \.words)

  /// The fields of a form, whose rows have a kind in our JSON, as the parts of a multipart body have.
  static let formShape = RowShape(
    start: Row(), fields: fields + [.constant("text", json: "kind")], order: shape.order, name: \.name, words: \.words)

  /// Everything that distinguishes a row from another of the same name.
  fileprivate var words: String {
    (isEnabled ? "" : "(off) ") + value + (omitsBlank ? "  (no blank after the colon)" : "")
      + (omitsInherited ? "  (nor an inherited one)" : "") + (note.isEmpty ? "" : "  # " + note)
  }

  package static let fields = fields(Field("value", \.value, .value))

  /// The fields of a variable, whose value may have a type.
  package static let variableFields = fields(Field("value", \.typedValue, .variable))

  static let variableShape = RowShape(
    start: Row(), fields: variableFields, order: shape.order, name: \.name, words: \.words)

  private static func fields(_ value: Field<Row>) -> [Field<Row>] {
    [Field("name", \.name, .rowName), value] + Field.enabled(\.isEnabled) + [
      Field("blankAfterColon", \.omitsBlank, .off), Field("inherit", \.omitsInherited, .off),
      Field("description", \.note, .prose, json: "note"),
    ]
  }
}

extension FieldType<String> {
  fileprivate static var rowName: FieldType {
    FieldType { node, _, reader in reader.text(node, "a name in \(reader.list)") }.always
  }
}

extension FieldType<Bool> {
  /// A property that only `false` sets.
  fileprivate static var off: FieldType {
    FieldType(
      empty: false, read: { node, _, _ in node.bool == false }, node: { .bool(!$0) },
      json: { .bool(!$0) }, readJSON: { $2.flag($0, at: $1).map { !$0 } })
  }
}

extension Parameter {
  static let shape = RowShape(
    start: Parameter(.query, Row()),
    fields: Row.fields.map { $0.lifted(\.row, json: [], at: { _ in [] }) } + [
      Field("type", \.place, .word(.query).always, json: "in")
    ],
    order: ["name", "value", "type", "description", "disabled"], name: { "\($0.place) \($0.row.name)" },
    words: \.row.words)
}

extension FormPart {
  static let shape = RowShape(
    start: FormPart(),
    fields: [Field("name", \.name, .text.always, what: "a part's name"), contentField] + Field.enabled(\.isEnabled)
      + [
        Field("contentType", \.contentType, .text), Field("fileName", \.fileName, .text),
        Field("description", \.note, .prose, json: "note"),
      ],
    order: ["name", "type", "value", "contentType", "fileName", "description", "disabled"], name: \.name,
    words: { _ in "" })

  /// The text or the files of a part; `type` distinguishes them.
  private static let contentField = Field<FormPart>(
    name: "value",
    read: { entry, part, reader in
      if entry["type"]?.text == "file" {
        part.content = .files(entry["value"]?.items?.compactMap(\.text) ?? entry["value"]?.text.map { [$0] } ?? [])
      } else {
        part.content = .text(reader.value(entry["value"], "the form"))
      }
    },
    write: { entry, old, new, order in
      if old?.content.word != new.content.word { entry.put("type", .string(new.content.word), order: order) }
      if old?.content != new.content { entry.put("value", new.content.node, order: order) }
    },
    merge: { _, _, _, _ in },
    writeJSON: { node, part in
      node["kind"] = .string(part.content.word)
      switch part.content {
      case .text(let text): node["value"] = .string(text)
      case .files(let paths): node["paths"] = .array(paths.map { .string($0) })
      }
    },
    readJSON: { node, place, part, reader in
      let isFile = node["kind"]?.string == "file"
      part.content =
        isFile ? .files(reader.texts(node, "paths", at: place) ?? []) : .text(reader.text(node, "value", at: place))
    })
}

extension FormPart.Content {
  fileprivate var word: String { if case .text = self { "text" } else { "file" } }

  fileprivate var node: YAMLNode {
    switch self {
    case .text(let text): .string(text)
    case .files(let paths): .list(paths.map { .string($0) })
    }
  }
}

extension BodyDefinition.FileChoice {
  static let shape = RowShape(
    start: BodyDefinition.FileChoice(isSelected: false),
    fields: [
      Field("filePath", \.path, .text.always, json: "path"), Field("contentType", \.contentType, .text.always),
      Field("selected", \.isSelected, .flag.always),
    ],
    order: ["filePath", "contentType", "selected", "description"], name: \.path, words: { _ in "" })
}

extension Script {
  static let shape = {
    var shape = RowShape(
      start: Script(phase: "", code: ""),
      fields: [
        Field("type", \.phase, .text.always, json: "phase", what: "a script's type"),
        .constant("javascript", json: "language"),
        Field("code", \.code, .text.always, json: "source", what: "a script's code"),
      ],
      order: ["type", "code"], name: \.phase, words: { _ in "" })
    shape.complete = { script, entry, reader in
      (script.line, script.indent) = (reader.firstLine(of: entry["code"]), reader.indent(of: entry["code"]))
    }
    return shape
  }()
}

extension Assertion {
  static let shape = {
    var shape = RowShape(
      start: Assertion("", "eq"),
      fields: [
        Field("expression", \.expression, .text.always, what: "an expression"),
        Field("operator", \.operator, .filledText, what: "an operator"),
        Field("value", \.value, .text.inJSON, what: "a value"),
      ] + Field.enabled(\.isEnabled) + [Field("description", \.note, .prose, json: "note")],
      order: ["expression", "operator", "value", "description", "disabled"], name: \.expression,
      words: { "\($0.operator) \($0.value)" })
    shape.complete = { assertion, _, _ in assertion.restoreOwnOperator() }
    return shape
  }()
}

extension Capture {
  static let shape = {
    var shape = RowShape(
      start: Capture(variable: "", expression: ""),
      fields: [
        .constant("set-variable", at: ["type"]), .constant("after-response", at: ["phase"]),
        Field("variable", at: ["variable", "name"], \.variable, .text.always, what: "a variable's name"),
        Field(
          "scope", at: ["variable", "scope"], \.scope, .filledText, what: "a variable's scope"),
        Field("expression", at: ["selector", "expression"], \.expression, .text.always, what: "an expression"),
        .constant("jsonq", at: ["selector", "method"]),
      ] + Field.enabled(\.isEnabled),
      order: ["type", "phase", "selector", "variable", "description", "disabled"], name: \.variable, words: \.expression
    )
    shape.refusal = { isCapture($0) ? nil : "" }
    return shape
  }()

  /// True if an action sets a variable from the answer; other actions are preserved and not shown.
  private static func isCapture(_ entry: YAMLNode) -> Bool {
    let phase = entry["phase"]?.text ?? "after-response"
    return entry["type"]?.text == "set-variable" && phase == "after-response"
  }
}
