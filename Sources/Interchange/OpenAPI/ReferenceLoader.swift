import Basics
import Workspaces

/// Reads the files that a document refers to, each once and only below one folder, and finds the target of every
/// reference.
struct ReferenceLoader {
  private static let fileLimit = 20_000
  private static let byteLimit = 64 << 20

  private let origin: ImportOrigin
  private var documents: [String: JSONValue] = [:]
  private var waiting: [(file: String, document: JSONValue)] = []
  /// Files that could not be read, each with the reason.
  private var failed: [String: String] = [:]
  private var wanted: [(reference: FileReference, place: String)] = []
  /// References in extensions (`x-…`): they are followed if a reference leads into that extension.
  private var extensions: [String: [Extension]] = [:]
  /// The references that lead into an extension, by file.
  private var entered: [String: [FileReference]] = [:]
  private var written: [String: FileReference] = [:]
  private var names: [String: [String: JSONValue]] = [:]
  private var nodeCount = 0
  private var bytes = 0
  private(set) var losses = LossLedger()

  init(_ document: JSONValue, from origin: ImportOrigin) {
    self.origin = origin
    waiting = [("", document)]
    documents[""] = document
  }

  private struct Extension {
    var pointer: String
    var text: String
    var place: String
  }

  mutating func references() -> JSONReferences {
    while let (file, document) = waiting.popLast() { read(document, of: file) }
    var targets: [String: JSONValue] = [:]
    for (reference, place) in wanted where documents[reference.file] != nil {
      guard let target = target(reference) else {
        losses.report("a reference has no target", at: place, reference.text)
        continue
      }
      targets[reference.text] = target
    }
    for (text, reference) in written { targets[text] = targets[reference.text] }
    return JSONReferences(targets: targets, nodeCount: nodeCount)
  }

  private mutating func read(_ document: JSONValue, of file: String) {
    var found: [(text: String, place: String)] = []
    var seen: Set<String> = []
    let origin = origin
    let head = file.isEmpty ? "" : file + "#"
    var inExtensions: [Extension] = []
    var walk = ReferenceWalk { text, place, depth in
      if let depth {
        let pointer = place().split(separator: "/").prefix(depth).map { "/\($0)" }.joined()
        inExtensions.append(Extension(pointer: pointer, text: text, place: head + place()))
      } else if seen.insert(text).inserted {
        found.append((text, head + place()))
      }
      guard !file.isEmpty else { return nil }
      // A rejected reference stays unchanged and is reported below.
      return (try? FileReference(text, in: file, from: origin))?.text
    }
    let changed = walk.changed(document)
    nodeCount += walk.count
    documents[file] = changed ?? document
    if !inExtensions.isEmpty { extensions[file] = inExtensions }
    for reference in entered[file] ?? [] { followExtension(reference) }
    for (text, place) in found { follow(text, in: file, at: place) }
  }

  private mutating func follow(_ text: String, in file: String, at place: String) {
    do throws(ImportOrigin.Refusal) {
      let reference = try FileReference(text, in: file, from: origin)
      try load(reference.file)
      add(reference, as: text, in: file, at: place)
    } catch {
      // Early documents refer to a definition by its name alone.
      if file.isEmpty, documents[""]?["definitions"]?[text] != nil {
        add(FileReference(pointer: "/definitions/" + JSONPointer.escaped(text)), as: text, in: file, at: place)
      } else {
        losses.report(
          "references to other files are left out", at: place, "\(text.prefix { $0 != "#" }) (\(error.reason))")
      }
    }
  }

  /// Follows the references in an extension once a reference leads into it.
  private mutating func followExtension(_ reference: FileReference) {
    guard let all = extensions[reference.file] else { return }
    let isUsed = { (found: Extension) in
      reference.pointer == found.pointer || reference.pointer.hasPrefix(found.pointer + "/")
    }
    extensions[reference.file] = all.filter { !isUsed($0) }
    for found in all.filter(isUsed) { follow(found.text, in: reference.file, at: found.place) }
  }

  private mutating func add(_ reference: FileReference, as text: String, in file: String, at place: String) {
    if file.isEmpty { written[text] = reference }
    wanted.append((reference, place))
    guard reference.pointer.utf8.holds("/x-") else { return }
    entered[reference.file, default: []].append(reference)
    followExtension(reference)
  }

  private mutating func load(_ file: String) throws(ImportOrigin.Refusal) {
    guard documents[file] == nil else { return }
    guard let reading = origin.reading else { throw ImportOrigin.Refusal("the source has no folder to search") }
    if let reason = failed[file] { throw ImportOrigin.Refusal(reason) }
    do throws(ImportOrigin.Refusal) {
      guard documents.count < Self.fileLimit, bytes < Self.byteLimit else {
        throw ImportOrigin.Refusal("more than \(Self.fileLimit) files or \(Self.byteLimit >> 20) MB")
      }
      let read = try reading(origin.sibling(file))
      bytes += read.count
      let document = try Self.document(read)
      documents[file] = document
      waiting.append((file, document))
    } catch {
      failed[file] = error.reason
      throw error
    }
  }

  private static func document(_ bytes: [UInt8]) throws(ImportOrigin.Refusal) -> JSONValue {
    do { return try ForeignText.node(bytes) } catch { throw ImportOrigin.Refusal(error.message) }
  }

  private mutating func target(_ reference: FileReference) -> JSONValue? {
    guard var node = documents[reference.file] else { return nil }
    var place = reference.file + "#"
    if reference.pointer.isEmpty { return node }
    guard reference.pointer.hasPrefix("/") else { return nil }
    for part in reference.pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      let name = JSONPointer.unescaped(FormEncoding.decodePercent(String(part)))
      guard let next = member(name, of: node, at: place) else { return nil }
      node = next
      place += "/" + part
    }
    return node
  }

  /// Uses a table for large objects: documents have thousands of schemas, each with a reference.
  private mutating func member(_ name: String, of node: JSONValue, at place: String) -> JSONValue? {
    switch node {
    case .array(let items): return Int(name).flatMap { items.indices.contains($0) ? items[$0] : nil }
    case .object(let members) where members.count <= 16: return node[name]
    case .object:
      if let table = names[place] { return table[name] }
      let table = node.membersByName
      names[place] = table
      return table[name]
    default: return nil
    }
  }
}

/// Visits each `$ref` of a document with its location, except in the content of examples.
struct ReferenceWalk {
  /// Members whose keys are chosen by the author and have no meaning of their own.
  private static let names: Set<String> = [
    "properties", "patternProperties", "dependentSchemas", "definitions", "$defs", "schemas", "responses", "parameters",
    "requestBodies", "headers", "securitySchemes", "securityDefinitions", "links", "callbacks", "pathItems", "paths",
    "webhooks", "content", "encoding", "variables", "examples",
  ]
  /// Members with literal values, in which `$ref` is an ordinary name.
  private static let literals: Set<String> = ["example", "default", "enum", "const", "value", "mapping", "x-example"]

  /// The number of nodes in the document.
  private(set) var count = 0
  private var path: [String] = []
  /// The number of steps to the enclosing extension (`x-…`); `nil` outside extensions.
  private var extensionDepth: Int?
  private let visit: Visit

  /// Receives a reference, the location of its object, and the depth of the enclosing extension; the result replaces
  /// the reference.
  typealias Visit = (_ reference: String, _ place: () -> String, _ extensionDepth: Int?) -> String?

  init(_ visit: @escaping Visit) { self.visit = visit }

  /// - Returns: the document with the replaced references, `nil` if unchanged.
  mutating func changed(_ node: JSONValue, holdsNames: Bool = false) -> JSONValue? {
    count += 1
    switch node {
    case .array(let items): return changed(items)
    case .object(let members): return changed(members, holdsNames)
    default: return nil
    }
  }

  private mutating func changed(_ items: [JSONValue]) -> JSONValue? {
    var copy: [JSONValue]?
    for (index, item) in items.enumerated() {
      path.append(String(index))
      defer { path.removeLast() }
      guard let new = changed(item) else { continue }
      if copy == nil { copy = items }
      copy?[index] = new
    }
    return copy.map { .array($0) }
  }

  private mutating func changed(_ members: [JSONValue.Member], _ holdsNames: Bool) -> JSONValue? {
    var copy: [JSONValue.Member]?
    for (index, member) in members.enumerated() {
      if !holdsNames, Self.literals.contains(member.name) {
        count += 1
        continue
      }
      path.append(member.name)
      let outer = extensionDepth
      if !holdsNames, outer == nil, member.name.hasPrefix("x-") { extensionDepth = path.count }
      defer {
        path.removeLast()
        extensionDepth = outer
      }
      let new: JSONValue?
      if member.name == "$ref", let text = member.value.string, !holdsNames || members.count == 1 {
        let place = path.dropLast()
        let pointer = { place.map { "/" + JSONPointer.escaped($0) }.joined() }
        new = visit(text, pointer, extensionDepth).map { .string($0) }
      } else {
        new = changed(member.value, holdsNames: !holdsNames && Self.names.contains(member.name))
      }
      guard let new else { continue }
      if copy == nil { copy = members }
      copy?[index].value = new
    }
    return copy.map { .object($0) }
  }
}
