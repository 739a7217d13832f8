import Basics

/// The type of a field's value: its form in files and in our JSON, its words in a conflict, and how two edits merge.
struct FieldType<Value: Sendable>: Sendable {
  typealias Read = @Sendable (_ node: YAMLNode, _ what: String, _ reader: inout NodeReader) -> Value?
  typealias Put =
    @Sendable (_ map: inout YAMLNode, _ key: String, _ old: Value, _ new: Value, _ order: [String]) -> Void
  typealias ReadJSON = @Sendable (_ json: JSONValue, _ place: String, _ reader: inout NeutralReader) -> Value?
  typealias Merge = @Sendable (_ name: String, _ mine: inout Value, Value, _ theirs: Value, inout FieldMerge) -> Void

  /// The value of a field that is absent.
  let empty: Value
  /// `nil` for a value to ignore.
  let read: Read
  let put: Put
  let json: @Sendable (Value) -> JSONValue?
  let readJSON: ReadJSON
  let merge: Merge
  /// Indicates whether a file, or JSON, contains the field even if it is empty.
  private(set) var isInFiles = false
  private(set) var isInJSON = false
  /// True if `put` writes one node, which is removed if the value is empty.
  private var isNode = false
}

// The types above and `Field` require no conformance that the program would look up for each value when it starts.
extension FieldType where Value: Hashable {
  /// - Parameter merge: by default, a field that both sides changed is a conflict, shown in `words`.
  init(
    empty: Value, words: @escaping @Sendable (Value) -> String = { "\($0)" }, read: @escaping Read,
    put: @escaping Put, json: @escaping @Sendable (Value) -> JSONValue?, readJSON: @escaping ReadJSON,
    merge: Merge? = nil
  ) {
    self.empty = empty
    self.read = read
    self.put = put
    self.json = json
    self.readJSON = readJSON
    self.merge =
      merge ?? { name, mine, base, theirs, merge in
        if mine == theirs || theirs == base { return }
        if mine == base || merge.takesTheirs(name, mine: words(mine), theirs: words(theirs)) { mine = theirs }
      }
  }

  /// A value that is one node of a file.
  init(
    empty: Value, words: @escaping @Sendable (Value) -> String = { "\($0)" }, read: @escaping Read,
    node: @escaping @Sendable (Value) -> YAMLNode?, json: @escaping @Sendable (Value) -> JSONValue?,
    readJSON: @escaping ReadJSON
  ) {
    self.init(
      empty: empty, words: words, read: read, put: { $0.put($1, node($3), order: $4) }, json: json, readJSON: readJSON)
    isNode = true
  }

  /// Writes a changed value as a member of a map.
  func write(_ map: inout YAMLNode, _ key: String, _ old: Value, _ new: Value, _ order: [String]) {
    isNode && !isInFiles && new == empty ? map.put(key, nil) : put(&map, key, old, new, order)
  }

  /// The same type for a field that files and JSON contain even if it is empty.
  var always: FieldType { written(inFiles: true, inJSON: true) }

  /// The same type for a field that JSON contains even if it is empty.
  var inJSON: FieldType { written(inFiles: false, inJSON: true) }

  /// The same type for a field that neither contains if it is empty.
  var unlessEmpty: FieldType { written(inFiles: false, inJSON: false) }

  private func written(inFiles isInFiles: Bool, inJSON isInJSON: Bool) -> FieldType {
    var type = self
    type.isInFiles = isInFiles
    type.isInJSON = isInJSON
    return type
  }
}

extension FieldType where Value == String {
  init(_ read: @escaping Read) {
    self.init(
      empty: "", words: { $0 }, read: read, node: { .string($0) }, json: { .string($0) },
      readJSON: { $2.text($0, at: $1) })
  }

  init(_ read: @escaping Read, put: @escaping Put) {
    self.init(
      empty: "", words: { $0 }, read: read, put: put, json: { .string($0) }, readJSON: { $2.text($0, at: $1) })
  }

  static var text: FieldType { FieldType { $2.text($0, $1) } }

  static var trimmedText: FieldType { FieldType { $2.text($0, $1).trimmed } }

  /// A text that is never empty: an empty one in a file is ignored.
  static var filledText: FieldType {
    FieldType { node, what, reader in
      let text = reader.text(node, what)
      return text.isEmpty ? nil : text
    }.always
  }

  /// The value of a row, which may have variants.
  static var value: FieldType {
    FieldType({ node, _, reader in reader.value(node, reader.list) }, put: { $0.putValue($1, $3, order: $4) }).always
  }

  /// A text for people.
  static var prose: FieldType {
    FieldType({ node, _, reader in reader.prose(node) }, put: { $0.putProse($1, $3, order: $4) })
  }

  /// The documentation of a folder or a collection, whose format a new one names.
  static var markdown: FieldType {
    FieldType(prose.read) { map, key, _, text, order in
      guard map[key] == nil else { return map.putProse(key, text) }
      map.put(key, .map([("content", .string(text)), ("type", .string("text/markdown"))]), order: order)
    }
  }

  /// A condition, which is validated only when a run reaches its request.
  static var condition: FieldType {
    FieldType { node, _, reader in
      if let text = node.text { return text.trimmed }
      reader.hint(node, "if is not a condition such as \"{{role}} eq admin\"; no run sends the request")
      return "undefined"
    }
  }
}

extension FieldType where Value == VariableValue {
  /// The value of a variable. In our JSON, it is the value itself.
  static var variable: FieldType {
    FieldType(
      empty: VariableValue(""), words: \.text, read: { node, _, reader in reader.typedValue(node, reader.list) },
      put: { $0.putValue($1, $3, order: $4) }, json: { $0.json ?? .string($0.text) },
      readJSON: { json, _, _ in VariableValue(json) }
    ).always
  }
}

extension FieldType where Value == String? {
  static var text: FieldType {
    FieldType(
      empty: nil, words: { $0 ?? "" }, read: { $2.text($0, $1) }, node: { $0.map { .string($0) } },
      json: { $0.map { .string($0) } }, readJSON: { $2.text($0, at: $1) })
  }

  /// The path of a file; blanks alone are none.
  static var path: FieldType {
    FieldType(
      empty: nil, words: { $0 ?? "" },
      read: { node, _, _ in node.text.flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed } },
      node: { $0.map { .string($0) } }, json: { $0.map { .string($0) } }, readJSON: { $2.text($0, at: $1) })
  }
}

extension FieldType where Value == Bool {
  /// A flag that only `true` sets.
  static var flag: FieldType {
    FieldType(
      empty: false, words: { $0 ? "yes" : "no" }, read: { node, _, _ in node.bool == true },
      node: { .bool($0) }, json: { .bool($0) }, readJSON: { $2.flag($0, at: $1) })
  }
}

extension FieldType where Value == Double {
  /// Written as 0 if it is absent.
  static var number: FieldType {
    FieldType(
      empty: 0, words: NumberText.text, read: { node, _, _ in node.number }, node: { .bare(NumberText.text($0)) },
      json: { .number("\($0.isFinite ? $0 : 0)") }, readJSON: { $2.number($0, at: $1) }
    ).always
  }
}

extension FieldType where Value == Double? {
  static var number: FieldType {
    FieldType(
      empty: nil, words: { $0.map(NumberText.text) ?? "" }, read: { node, _, _ in node.number },
      node: { $0.map { .bare(NumberText.text($0)) } },
      json: { $0.flatMap { $0.isFinite ? .number("\($0)") : nil } }, readJSON: { $2.number($0, at: $1) })
  }
}

extension FieldType where Value == Int? {
  static var count: FieldType {
    FieldType(
      empty: nil, words: { $0.map(String.init) ?? "" },
      read: { node, _, _ in node.number.flatMap { Int(exactly: $0) } },
      node: { $0.map { .bare(String($0)) } }, json: { $0.map { .number(String($0)) } },
      readJSON: { $2.number($0, at: $1).flatMap { Int(exactly: $0) } })
  }
}

extension FieldType where Value == [String] {
  static var tags: FieldType {
    FieldType(
      empty: [], words: { $0.joined(separator: ", ") },
      read: { node, _, reader in
        if let items = node.items { return items.compactMap(\.text) }
        reader.hint(node, "tags must be a list; Bruno's window fails on a single text")
        return node.text.map { [$0] }
      },
      node: { .list($0.map { .string($0) }) }, json: { .array($0.map { .string($0) }) },
      readJSON: { $2.list($0, at: $1)?.compactMap(\.node.string) })
  }
}

extension FieldType where Value: RawRepresentable & Hashable, Value.RawValue == String {
  /// One of several words.
  /// - Parameter fault: the notice for an unknown word in a file.
  static func word(_ empty: Value, fault: String? = nil) -> FieldType {
    FieldType(
      empty: empty, words: \.rawValue,
      read: { node, what, reader in
        let value = Value(rawValue: reader.text(node, what))
        if value == nil, let fault { reader.hint(node, fault) }
        return value
      },
      node: { .string($0.rawValue) }, json: { .string($0.rawValue) },
      readJSON: { $2.text($0, at: $1).flatMap(Value.init) })
  }
}

extension FieldType where Value == [Script] {
  /// Scripts do not merge one by one.
  static var scripts: FieldType {
    let rows = FieldType.rows(Script.shape)
    return FieldType(
      empty: [], words: { "\($0.count) scripts" }, read: rows.read, put: rows.put, json: rows.json,
      readJSON: rows.readJSON
    ).inJSON
  }
}

extension FieldType where Value == [Parameter] {
  static var parameters: FieldType {
    let rows = FieldType.rows(Parameter.shape)
    return FieldType(
      empty: [],
      read: { node, what, reader in
        guard node.entries != nil else { return rows.read(node, what, &reader) }
        reader.hint(node, "params must be a list; Bruno ignores this form")
        func list(_ key: String, _ reader: inout NodeReader) -> [Row] {
          node[key].map { Row.shape.rows($0, what, &reader) } ?? []
        }
        return list("query", &reader).map { Parameter(.query, $0) } + list("path", &reader).map { Parameter(.path, $0) }
      },
      put: rows.put, json: rows.json, readJSON: rows.readJSON, merge: rows.merge)
  }
}

extension Field {
  /// The parameters in our JSON: those in the URL and the disabled rows as `query`, the others as `pathParams`; and
  /// `params` with the rows themselves if they cannot be derived from the two.
  func withParameterJSON(_ params: Path<[Parameter]>, url: Path<String>) -> Field {
    var field = self
    field.writeJSON = { node, record in
      let params = record[keyPath: params]
      let written = QueryText.pairs(of: record[keyPath: url])
      let off = params.filter { $0.place == .query && !$0.row.isEnabled }.map(\.row)
      let path = params.filter { $0.place == .path }.map(\.row)
      let query = written.map { pair in
        JSONValue.object([
          .init("name", .string(pair.name)), .init("value", pair.value.map { .string($0) } ?? .null),
          .init("enabled", .bool(true)),
        ])
      }
      node["query"] = .array(query + off.map(Row.fields.json))
      node["pathParams"] = .array(path.map(Row.fields.json))
      let derived = written.map { Parameter(.query, Row($0.name, $0.value ?? "")) } + off.map { Parameter(.query, $0) }
      if derived + path.map({ Parameter(.path, $0) }) != params { node["params"] = Parameter.shape.json(params) }
    }
    field.readJSON = { node, place, record, reader in
      func rows(_ key: String, _ reader: inout NeutralReader) -> [Row] {
        node[key].map { Row.shape.rows($0, "\(place)/\(key)", &reader) } ?? []
      }
      record[keyPath: params] =
        node["params"].map { Parameter.shape.rows($0, place + "/params", &reader) }
        ?? rows("query", &reader).map { Parameter(.query, $0) }
        + rows("pathParams", &reader).map { Parameter(.path, $0) }
    }
    return field
  }
}
