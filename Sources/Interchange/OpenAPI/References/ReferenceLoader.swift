import Basics
import Workspaces

/// Reads the files that a document refers to, each once and only below its own folder, and finds the target of every
/// reference.
struct ReferenceLoader {
  private static let fileLimit = 1_000
  private static let byteLimit = 64 << 20

  private let origin: ImportOrigin
  private var documents: [String: JSONValue] = [:]
  private var waiting: [(file: String, document: JSONValue)] = []
  /// Files that could not be read, each with the reason.
  private var failed: [String: String] = [:]
  private var wanted: [(reference: FileReference, place: String)] = []
  /// References as the source writes them.
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

  mutating func references() -> JSONReferences {
    while let (file, document) = waiting.popLast() { read(document, of: file) }
    var targets: [String: JSONValue] = [:]
    for (reference, place) in wanted where documents[reference.file] != nil {
      guard let target = target(reference) else {
        losses.tell("the reference \(reference.text) leads nowhere", at: place)
        continue
      }
      targets[reference.text] = target
    }
    for (text, reference) in written { targets[text] = targets[reference.text] }
    return JSONReferences(targets, nodeCount: nodeCount)
  }

  private mutating func read(_ document: JSONValue, of file: String) {
    var found: [(text: String, place: String)] = []
    var seen: Set<String> = []
    let origin = origin
    var walk = ReferenceWalk { text, place in
      if seen.insert(text).inserted { found.append((text, "\(file.isEmpty ? "" : file + "#")\(place())")) }
      guard !file.isEmpty else { return nil }
      // A refused reference is reported below and stays as it is.
      return (try? FileReference(text, in: file))?.named(for: origin).text
    }
    let changed = walk.changed(document)
    nodeCount += walk.count
    documents[file] = changed ?? document
    for (text, place) in found {
      do throws(ImportOrigin.Refusal) {
        let reference = try FileReference(text, in: file).named(for: origin)
        try load(reference.file)
        add(reference, as: text, in: file, at: place)
      } catch {
        // Early documents refer to a definition by its name alone.
        if file.isEmpty, documents[""]?["definitions"]?[text] != nil {
          add(FileReference(pointer: "/definitions/" + JSONReferences.escaped(text)), as: text, in: file, at: place)
        } else {
          let file = text.prefix { $0 != "#" }
          losses.tell("references to \(file) are left out: \(error.reason)", at: place)
        }
      }
    }
  }

  private mutating func add(_ reference: FileReference, as text: String, in file: String, at place: String) {
    if file.isEmpty { written[text] = reference }
    wanted.append((reference, place))
  }

  private mutating func load(_ file: String) throws(ImportOrigin.Refusal) {
    guard documents[file] == nil else { return }
    guard let reading = origin.reading else { throw ImportOrigin.Refusal("the source has no folder to find it in") }
    if let reason = failed[file] { throw ImportOrigin.Refusal(reason) }
    do throws(ImportOrigin.Refusal) {
      guard documents.count < Self.fileLimit, bytes < Self.byteLimit else {
        throw ImportOrigin.Refusal("more than \(Self.fileLimit) files or \(Self.byteLimit >> 20) MB")
      }
      let read = try reading(file)
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
      let name = FormEncoding.decodePercent(String(part)).replacingUTF8("~1", with: "/").replacingUTF8("~0", with: "~")
      guard let next = member(name, of: node, at: place) else { return nil }
      node = next
      place += "/" + part
    }
    return node
  }

  /// Uses a table for large objects: documents have thousands of schemas, each of them referred to.
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
