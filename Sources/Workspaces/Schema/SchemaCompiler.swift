import Basics

/// Makes nodes of a schema and of everything that it refers to, one after the other: neither its depth nor a circle is
/// followed on the stack.
struct SchemaCompiler {
  private var library: SchemaLibrary
  private(set) var nodes: [SchemaNode] = []
  private(set) var expressions: [LinearRegex] = []
  /// By resource and name: the nodes of its dynamic anchors.
  private(set) var dynamicAnchors: [[String: Int]] = []
  private(set) var needsEvaluated = false

  private struct Key: Hashable {
    var document: Int
    var pointer: String
  }

  private var numbers: [Key: Int] = [:]
  private var open: [(number: Int, place: SchemaLibrary.Place)] = []
  private var known: [String: Int] = [:]
  private static let mostNodes = 200_000

  init(_ library: SchemaLibrary) { self.library = library }

  /// Compiles the schema at the root of a resource; its node is the first one.
  ///
  /// - Parameter canBeCancelled: false for what is kept for the whole process: whoever asks first may be cancelled, and
  ///   the others need it all the same.
  mutating func compile(_ resource: Int, canBeCancelled: Bool = true) throws(SchemaFault) {
    let root = library.resources[resource]
    _ = try node(SchemaLibrary.Place(resource: resource, pointer: root.pointer, value: root.value))
    while let next = open.popLast() {
      if canBeCancelled, next.number & 0xFF == 0, Task.isCancelled { throw .cancelled }
      let content = try content(of: next.place)
      nodes[next.number].content = content
    }
  }

  /// The node of a place; it is compiled later if it is new.
  mutating func node(_ place: SchemaLibrary.Place) throws(SchemaFault) -> Int {
    let resource = library.resources[place.resource]
    let key = Key(document: resource.document, pointer: place.pointer)
    if let number = numbers[key] { return number }
    guard nodes.count < Self.mostNodes else { throw .tooLarge }
    let number = nodes.count
    numbers[key] = number
    nodes.append(SchemaNode(location: location(of: place), resource: place.resource, content: .anything))
    open.append((number, place))
    try addAnchors(of: place.resource)
    return number
  }

  /// Everything that a dynamic reference may come to.
  private mutating func addAnchors(of resource: Int) throws(SchemaFault) {
    while dynamicAnchors.count <= resource {
      let number = dynamicAnchors.count
      dynamicAnchors.append([:])
      let known = library.resources[number]
      for (name, pointer) in known.dynamicAnchors {
        guard let place = library.place(at: pointer, of: known.document) else { continue }
        let node = try node(place)
        dynamicAnchors[number][name] = node
      }
    }
  }

  /// The place as messages name it: relative to the document, whose address comes first if it is not the main one.
  func location(of place: SchemaLibrary.Place) -> String {
    let document = library.resources[place.resource].document
    guard document > 0, let root = library.resource(at: "", of: document) else { return "#\(place.pointer)" }
    let address = library.resources[root].address
    let isFile = address.hasPrefix(SchemaAddress.files)
    return "\(isFile ? String(address.dropFirst(SchemaAddress.files.count)) : address)#\(place.pointer)"
  }

  private mutating func content(of place: SchemaLibrary.Place) throws(SchemaFault) -> SchemaNode.Content {
    switch place.value {
    case .bool(let isAnything): return isAnything ? .anything : .nothing
    case .object(let members):
      var reader = SchemaKeywords(place: place, members: members, dialect: library.resources[place.resource].dialect)
      let rules = try reader.rules(&self)
      return rules.isEmpty ? .anything : .rules(rules)
    default: throw .invalid(place: location(of: place), reason: "a schema is an object, true or false")
    }
  }

  // MARK: For keywords

  mutating func target(of reference: String, in place: SchemaLibrary.Place) throws(SchemaFault) -> Int {
    let found = try library.place(of: reference, from: place.resource, at: location(of: place))
    return try node(found)
  }

  /// The name of the anchor if a `$dynamicRef` begins at one.
  mutating func dynamicAnchor(of reference: String, in place: SchemaLibrary.Place) throws(SchemaFault) -> String? {
    let (_, fragment) = SchemaAddress.split(reference)
    guard !fragment.isEmpty, !fragment.hasPrefix("/") else { return nil }
    let found = try library.place(of: reference, from: place.resource, at: location(of: place))
    return library.resources[found.resource].dynamicAnchors[fragment] == found.pointer ? fragment : nil
  }

  mutating func inner(_ value: JSONValue, _ steps: [String], of place: SchemaLibrary.Place) throws(SchemaFault) -> Int {
    let pointer = place.pointer + steps.map { "/\(SchemaAddress.escaped($0))" }.joined()
    let document = library.resources[place.resource].document
    let resource = library.resource(at: pointer, of: document) ?? place.resource
    return try node(SchemaLibrary.Place(resource: resource, pointer: pointer, value: value))
  }

  mutating func expression(_ text: String, at location: String) throws(SchemaFault) -> Int {
    if let number = known[text] { return number }
    do throws(RegexFault) { expressions.append(try LinearRegex(text, dialect: .script)) } catch {
      throw .invalid(place: location, reason: "the expression \(text) cannot be used: \(error)")
    }
    known[text] = expressions.count - 1
    return expressions.count - 1
  }

  mutating func noteUnevaluated() { needsEvaluated = true }
}
