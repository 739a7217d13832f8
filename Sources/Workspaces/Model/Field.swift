package import Basics

/// A field of a record of the model, described once: where a file and our JSON contain it, how it is read and written,
/// and how two edits of it merge.
///
/// A record is a request, the shared settings of a folder, a part of them, or a row of a list. Reader, writer, merge and
/// JSON go through its fields, so that a new one is a property and a line of its record's table.
package struct Field<Record: Sendable>: Sendable {
  typealias Path<Value> = any WritableKeyPath<Record, Value> & Sendable

  /// As named in a conflict: `URL`, `header`.
  package let name: String
  /// Reads the field from the node of its record; a field that the file does not have stays as it is.
  var read: @Sendable (_ record: YAMLNode, _ value: inout Record, _ reader: inout NodeReader) -> Void
  /// Writes the field if it changed, or if there is no old record and the file needs it.
  /// - Parameter order: the order of the record's keys.
  var write: @Sendable (_ record: inout YAMLNode, _ old: Record?, _ new: Record, _ order: [String]) -> Void
  /// Applies the change from `base` to `theirs` to `mine`.
  var merge: @Sendable (_ mine: inout Record, _ base: Record, _ theirs: Record, _ merge: inout FieldMerge) -> Void
  /// Adds the field to the JSON of its record.
  var writeJSON: @Sendable (_ json: inout JSONValue, _ record: Record) -> Void
  /// Reads the field from the JSON of its record.
  var readJSON:
    @Sendable (_ json: JSONValue, _ place: String, _ value: inout Record, _ reader: inout NeutralReader) -> Void
  /// Reads the field from a file of Bruno's older format.
  var readBru: @Sendable (_ reader: inout BruReader, _ value: inout Record) -> Void = { _, _ in }
}

extension Field {
  /// - Parameters:
  ///   - name: as named in a conflict; for a list, the name of one row.
  ///   - json: the keys in the JSON of the record.
  ///   - what: as named in a notice about its value.
  ///   - keys: the keys in the file, from the outermost in; `nil` for a record whose file does not have the field.
  ///   - older: other keys that the file may have instead; an edit moves the value to `keys`.
  ///   - isInJSON: whether the JSON of a record may contain the field.
  ///   - fileType: the type in the file of a record, if it differs.
  init<Value: Hashable>(
    _ name: String, _ path: Path<Value>, _ type: FieldType<Value>, json: [String], what: String,
    keys: @escaping @Sendable (Record) -> [String]?, older: @escaping @Sendable (Record) -> [String]? = { _ in nil },
    isInJSON: @escaping @Sendable (Record) -> Bool = { _ in true },
    fileType: @escaping @Sendable (Record) -> FieldType<Value>? = { _ in nil }
  ) {
    self.name = name
    read = { node, record, reader in
      guard let own = keys(record), let found = node[at: own] ?? older(record).flatMap({ node[at: $0] }), !found.isNull,
        let value = (fileType(record) ?? type).read(found, what, &reader)
      else { return }
      record[keyPath: path] = value
    }
    write = { node, old, new, order in
      let type = fileType(new) ?? type
      let (was, now) = (old?[keyPath: path], new[keyPath: path])
      guard was.map({ $0 != now }) ?? (type.isInFiles || now != type.empty), let own = keys(new), let key = own.last
      else { return }
      if let other = older(new), other != own, node[at: other] != nil {
        node.change(at: other.dropLast(), order: order) { parent, _ in parent.put(other[other.count - 1], nil) }
      }
      node.change(at: own.dropLast(), order: order) { parent, order in
        type.write(&parent, key, was ?? type.empty, now, order)
      }
    }
    merge = { mine, base, theirs, merge in
      type.merge(name, &mine[keyPath: path], base[keyPath: path], theirs[keyPath: path], &merge)
    }
    writeJSON = { node, record in
      let value = record[keyPath: path]
      guard isInJSON(record), type.isInJSON || value != type.empty, let made = type.json(value) else { return }
      node.put(made, at: json[...])
    }
    readJSON = { node, place, record, reader in
      guard isInJSON(record), let found = node[at: json], found != .null,
        let value = type.readJSON(found, ([place] + json).joined(separator: "/"), &reader)
      else { return }
      record[keyPath: path] = value
    }
  }

  /// A field of a row or of a part of a request.
  init<Value: Hashable>(
    _ key: String, _ path: Path<Value>, _ type: FieldType<Value>, named name: String? = nil, json: String? = nil,
    what: String? = nil
  ) {
    self.init(key, at: [key], path, type, named: name, json: json, what: what)
  }

  /// The same for a field below further keys.
  init<Value: Hashable>(
    _ jsonKey: String, at keys: [String], _ path: Path<Value>, _ type: FieldType<Value>, named name: String? = nil,
    json: String? = nil, what: String? = nil
  ) {
    self.init(name ?? jsonKey, path, type, json: [json ?? jsonKey], what: what ?? jsonKey, keys: { _ in keys })
  }

  /// The field of a record of which this one is a part.
  func lifted<Whole>(
    _ path: any WritableKeyPath<Whole, Record> & Sendable, json: [String],
    at keys: @escaping @Sendable (Whole) -> [String]?
  ) -> Field<Whole> where Record: Hashable {
    Field<Whole>(
      name: name,
      read: { node, whole, reader in
        guard let own = keys(whole), let part = node[at: own] else { return }
        read(part, &whole[keyPath: path], &reader)
      },
      write: { node, old, new, order in
        guard old?[keyPath: path] != new[keyPath: path], let own = keys(new) else { return }
        node.change(at: own[...], order: order) { write(&$0, old?[keyPath: path], new[keyPath: path], $1) }
      },
      merge: { merge(&$0[keyPath: path], $1[keyPath: path], $2[keyPath: path], &$3) },
      writeJSON: { node, whole in
        var part = node[at: json] ?? .object([])
        writeJSON(&part, whole[keyPath: path])
        if part != .object([]) { node.put(part, at: json[...]) }
      },
      readJSON: { node, place, whole, reader in
        guard let part = node[at: json], part != .null else { return }
        readJSON(part, ([place] + json).joined(separator: "/"), &whole[keyPath: path], &reader)
      })
  }

  /// The field without a place in our JSON, and merged with another one.
  var inFilesOnly: Field {
    var field = self
    field.merge = { _, _, _, _ in }
    field.writeJSON = { _, _ in }
    field.readJSON = { _, _, _, _ in }
    return field
  }
}

extension Array {
  func read<Record>(_ node: YAMLNode, into record: inout Record, _ reader: inout NodeReader)
  where Element == Field<Record> {
    // By index: a copy of each field would retain its seven closures for every file of a listing or run.
    for index in indices { self[index].read(node, &record, &reader) }
  }

  func read<Record>(_ reader: inout BruReader, into record: inout Record) where Element == Field<Record> {
    for field in self { field.readBru(&reader, &record) }
  }

  func write<Record>(_ node: inout YAMLNode, from old: Record?, to new: Record, order: [String] = [])
  where Element == Field<Record> {
    let before = node
    for field in self { field.write(&node, old, new, order) }
    node.removeEmptied(since: before)
  }

  package func json<Record>(of record: Record) -> JSONValue where Element == Field<Record> {
    var json = JSONValue.object([])
    for field in self { field.writeJSON(&json, record) }
    return json
  }

  package func read<Record>(
    _ json: JSONValue, at place: String, into record: inout Record, _ reader: inout NeutralReader
  )
  where Element == Field<Record> {
    for field in self { field.readJSON(json, place, &record, &reader) }
  }
}

extension YAMLNode {
  /// The node below these keys.
  subscript(at keys: [String]) -> YAMLNode? {
    var node = self
    for key in keys {
      guard let next = node[key] else { return nil }
      node = next
    }
    return node
  }

  /// Changes the map below these keys, which is created if it is absent and removed if it becomes empty.
  mutating func update(
    at keys: ArraySlice<String>, order: [String], _ change: (inout YAMLNode, _ order: [String]) -> Void
  ) {
    guard let key = keys.first else { return change(&self, order) }
    update(key, order: order) { $0.update(at: keys.dropFirst(), order: KeyOrder.below[key] ?? [], change) }
  }

  /// The same, but a map that becomes empty stays for the fields that are written next.
  mutating func change(
    at keys: ArraySlice<String>, order: [String], _ change: (inout YAMLNode, _ order: [String]) -> Void
  ) {
    guard let key = keys.first else { return change(&self, order) }
    let before = self[key]
    var member = before?.entries == nil ? .map([]) : before ?? .map([])
    member.change(at: keys.dropFirst(), order: KeyOrder.below[key] ?? [], change)
    if member != before { put(key, member, order: order) }
  }

  /// Removes the containers that were created or emptied and are empty now.
  fileprivate mutating func removeEmptied(since old: YAMLNode?) {
    for entry in entries ?? [] where entry.value.entries != nil && KeyOrder.containers.contains(entry.name) {
      let before = old?[entry.name]
      var value = entry.value
      if value == before { continue }
      value.removeEmptied(since: before)
      if value.entries?.isEmpty == true {
        put(entry.name, nil)
      } else if value != entry.value {
        put(entry.name, value)
      }
    }
  }
}

extension JSONValue {
  fileprivate subscript(at keys: [String]) -> JSONValue? {
    var value = self
    for key in keys {
      guard let next = value[key] else { return nil }
      value = next
    }
    return value
  }

  fileprivate mutating func put(_ value: JSONValue, at keys: ArraySlice<String>) {
    guard let key = keys.first else {
      self = value
      return
    }
    var inner = self[key] ?? .object([])
    inner.put(value, at: keys.dropFirst())
    self[key] = inner
  }
}
