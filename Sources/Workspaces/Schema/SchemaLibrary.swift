import Basics
import HTTPModel

/// The documents of a schema, with all resources and anchors in them.
struct SchemaLibrary {
  /// A part of a document with an address of its own.
  struct Resource {
    var address: String
    var document: Int
    /// Its location in the document.
    var pointer: String
    var value: JSONValue
    var dialect: SchemaDialect
    /// Pointers into the document, by name.
    var anchors: [String: String] = [:]
    var dynamicAnchors: [String: String] = [:]
  }

  /// A place that can be compiled.
  struct Place {
    var resource: Int
    /// From the root of the document.
    var pointer: String
    var value: JSONValue
  }

  private(set) var resources: [Resource] = []
  private var byAddress: [String: Int] = [:]
  /// The resources of each document by their pointers.
  private var byPointer: [[String: Int]] = []
  private var values: [JSONValue] = []
  /// The indices of members in large objects, by the pointers of the objects: `$defs` may have many members with many
  /// references.
  private var indexes: [[String: [String: Int]]] = []
  /// Returns the document for an address; `nil` if there is none.
  private let load: (_ address: String) throws(SchemaFault) -> JSONValue?

  init(load: @escaping (_ address: String) throws(SchemaFault) -> JSONValue?) {
    self.load = load
  }

  /// Adds a document with all resources and anchors in it.
  /// - Returns: its root.
  mutating func add(_ value: JSONValue, at address: String, usual: SchemaDialect) throws(SchemaFault) -> Int {
    let document = values.count
    values.append(value)
    byPointer.append([:])
    indexes.append([:])
    let dialect = try dialect(of: value) ?? usual
    let root = add(Resource(address: address, document: document, pointer: "", value: value, dialect: dialect))
    // One after the other: a document of 200 levels may have a million schemas.
    var open = [(value: value, pointer: "", resource: root)]
    while let next = open.popLast() {
      let resource = try entered(next.value, next.pointer, in: next.resource, isRoot: next.pointer.isEmpty)
      let dialect = resources[resource].dialect
      guard case .object(let members) = next.value else { continue }
      for member in members {
        guard let holding = dialect.holding(member.name) else { continue }
        let pointer = "\(next.pointer)/\(JSONPointer.escaped(member.name))"
        for (step, inner) in Self.schemas(in: member.value, holding) {
          open.append((inner, step.isEmpty ? pointer : "\(pointer)/\(JSONPointer.escaped(step))", resource))
        }
      }
    }
    return root
  }

  /// The schemas in the value of a keyword, each with its own pointer step.
  static func schemas(
    in value: JSONValue, _ holding: SchemaDialect.Holding
  ) -> [(step: String, value: JSONValue)] {
    switch (holding, value) {
    case (.schema, _): return [("", value)]
    case (.list, .array(let items)), (.schemaOrList, .array(let items)):
      return items.enumerated().map { (String($0.offset), $0.element) }
    case (.schemaOrList, _): return [("", value)]
    case (.map, .object(let members)): return members.map { ($0.name, $0.value) }
    case (.mapOfSchemas, .object(let members)):
      return members.filter { $0.value.array == nil }.map { ($0.name, $0.value) }
    default: return []
    }
  }

  private mutating func add(_ resource: Resource) -> Int {
    resources.append(resource)
    let number = resources.count - 1
    byPointer[resource.document][resource.pointer] = number
    if byAddress[resource.address] == nil { byAddress[resource.address] = number }
    return number
  }

  /// Registers the `$id` and the anchors of a schema, and returns the resource that it belongs to.
  private mutating func entered(
    _ value: JSONValue, _ pointer: String, in outer: Int, isRoot: Bool
  ) throws(SchemaFault) -> Int {
    guard case .object = value else { return outer }
    var resource = outer
    let isDraft7 = resources[outer].dialect.draft == .draft7
    // In draft 7, keywords beside a $ref are ignored.
    if isDraft7, value["$ref"]?.string != nil { return outer }
    if let id = value["$id"]?.string {
      let full = SchemaAddress.resolve(id, from: resources[outer].address)
      let (address, fragment) = SchemaAddress.split(full)
      if isDraft7, id.hasPrefix("#") {
        resources[outer].anchors[fragment] = resources[outer].anchors[fragment] ?? pointer
      } else if isRoot {
        // A document requested by another address is found by this one, too.
        resources[outer].address = address
        if byAddress[address] == nil { byAddress[address] = outer }
      } else {
        let own = try dialect(of: value) ?? resources[outer].dialect
        resource = add(
          Resource(
            address: address, document: resources[outer].document, pointer: pointer, value: value, dialect: own))
      }
      if isDraft7, !id.hasPrefix("#"), !fragment.isEmpty { resources[resource].anchors[fragment] = pointer }
    }
    guard resources[resource].dialect.draft == .draft2020 else { return resource }
    if let name = value["$anchor"]?.string { resources[resource].anchors[name] = pointer }
    if let name = value["$dynamicAnchor"]?.string {
      resources[resource].anchors[name] = pointer
      resources[resource].dynamicAnchors[name] = pointer
    }
    return resource
  }

  private mutating func dialect(of value: JSONValue) throws(SchemaFault) -> SchemaDialect? {
    guard let named = value["$schema"]?.string else { return nil }
    let address = SchemaAddress.withoutFragment(named)
    if let known = SchemaDialect.standard(address) { return known }
    // A meta-schema may refer to itself.
    if value["$id"]?.string.map(SchemaAddress.withoutFragment) == address {
      return try SchemaDialect.named(address, by: value)
    }
    let meta: JSONValue?
    do throws(SchemaFault) { meta = try load(address) } catch { throw .dialect(address) }
    guard let meta else { throw .dialect(address) }
    return try SchemaDialect.named(address, by: meta)
  }

  // MARK: References

  mutating func place(
    of reference: String, from resource: Int, at place: String
  ) throws(SchemaFault) -> Place {
    let full = SchemaAddress.resolve(reference, from: resources[resource].address)
    let (address, fragment) = SchemaAddress.split(full)
    guard let target = try self.resource(at: address, usual: resources[resource].dialect, place) else {
      throw .unknown(reference: reference, place: place)
    }
    if fragment.isEmpty {
      return Place(resource: target, pointer: resources[target].pointer, value: resources[target].value)
    }
    let found =
      fragment.hasPrefix("/")
      ? self.place(at: resources[target].pointer + fragment, of: resources[target].document)
      : resources[target].anchors[fragment].flatMap { self.place(at: $0, of: resources[target].document) }
    guard let found else { throw .unknown(reference: reference, place: place) }
    return found
  }

  private mutating func resource(
    at address: String, usual: SchemaDialect, _ place: String
  ) throws(SchemaFault) -> Int? {
    if let known = byAddress[address] { return known }
    if let meta = MetaSchemas.documents[address] { return try add(meta, at: address, usual: usual) }
    let value: JSONValue?
    do throws(SchemaFault) { value = try load(address) } catch {
      if case .remote(let reference, _) = error { throw .remote(reference: reference, place: place) }
      throw error
    }
    guard let value else { return nil }
    return try add(value, at: address, usual: usual)
  }

  /// The resource that starts at this place, if any.
  func resource(at pointer: String, of document: Int) -> Int? { byPointer[document][pointer] }

  /// A place of a document by its pointer; it belongs to the innermost resource around it.
  mutating func place(at pointer: String, of document: Int) -> Place? {
    var value = values[document]
    var resource = byPointer[document][""] ?? 0
    var way = ""
    for step in SchemaAddress.steps(of: pointer) {
      switch value {
      case .object(let members):
        guard let inner = member(step, of: members, at: way, in: document) else { return nil }
        value = inner
      case .array(let items):
        guard let index = Int(step), items.indices.contains(index) else { return nil }
        value = items[index]
      default: return nil
      }
      way += "/\(JSONPointer.escaped(step))"
      resource = byPointer[document][way] ?? resource
    }
    return Place(resource: resource, pointer: way, value: value)
  }

  private mutating func member(
    _ name: String, of members: [JSONValue.Member], at pointer: String, in document: Int
  ) -> JSONValue? {
    guard members.count > 16 else { return members.first { $0.name == name }?.value }
    if indexes[document][pointer] == nil {
      indexes[document][pointer] = Dictionary(
        members.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }
    return indexes[document][pointer]?[name].map { members[$0].value }
  }
}

/// Resolves addresses of schemas: `$id` and `$ref`.
enum SchemaAddress {
  /// The collection as the root of addresses: `..` in a reference cannot leave it.
  static let files = "file:///"

  /// The reference as seen from `base` (RFC 3986, section 5.2).
  static func resolve(_ reference: String, from base: String) -> String {
    let parts = URLParts(reference)
    return parts.scheme == nil ? URLParts(base).resolving(reference).description : reference
  }

  static func withoutFragment(_ address: String) -> String { split(address).address }

  /// The fragment is decoded, empty if there is none.
  static func split(_ address: String) -> (address: String, fragment: String) {
    guard let mark = address.utf8.firstIndex(of: UInt8(ascii: "#")) else { return (address, "") }
    let fragment = PercentEncoding.decodedText(address[address.utf8.index(after: mark)...])
    return (String(address[..<mark]), fragment)
  }

  /// The names in a JSON pointer (RFC 6901).
  static func steps(of pointer: String) -> [String] {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(JSONPointer.unescaped)
  }
}
