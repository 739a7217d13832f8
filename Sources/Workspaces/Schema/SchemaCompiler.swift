import Basics

/// Compiles a schema, and everything that it refers to, into nodes. It works through a queue, so that neither depth nor
/// cycles use the stack.
struct SchemaCompiler {
  private var library: SchemaLibrary
  private(set) var nodes: [SchemaNode] = []
  private(set) var expressions: [LinearRegex] = []
  /// The nodes of dynamic anchors, by resource and name.
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
  /// - Parameter canBeCancelled: `false` for schemas that are cached for the whole process: the first caller may be
  ///   cancelled while others still need the result.
  mutating func compile(_ resource: Int, canBeCancelled: Bool = true) throws(SchemaFault) {
    let root = library.resources[resource]
    _ = try node(SchemaLibrary.Place(resource: resource, pointer: root.pointer, value: root.value))
    while let next = open.popLast() {
      if canBeCancelled, next.number & 0xFF == 0, Task.isCancelled { throw .cancelled }
      let content = try content(of: next.place)
      nodes[next.number].content = content
    }
  }

  /// The node of a place; a new one is compiled later.
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

  /// Adds everything that a dynamic reference may resolve to.
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

  /// The name of the anchor if a `$dynamicRef` starts at one.
  mutating func dynamicAnchor(of reference: String, in place: SchemaLibrary.Place) throws(SchemaFault) -> String? {
    let (_, fragment) = SchemaAddress.split(reference)
    guard !fragment.isEmpty, !fragment.hasPrefix("/") else { return nil }
    let found = try library.place(of: reference, from: place.resource, at: location(of: place))
    return library.resources[found.resource].dynamicAnchors[fragment] == found.pointer ? fragment : nil
  }

  mutating func inner(_ value: JSONValue, _ steps: [String], of place: SchemaLibrary.Place) throws(SchemaFault) -> Int {
    let pointer = place.pointer + steps.map { "/\(JSONPointer.escaped($0))" }.joined()
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

/// Reads the keywords of one schema.
struct SchemaKeywords {
  let place: SchemaLibrary.Place
  private let values: [String: JSONValue]
  private let dialect: SchemaDialect
  private var rules: [SchemaRule] = []

  init(place: SchemaLibrary.Place, members: [JSONValue.Member], dialect: SchemaDialect) {
    self.place = place
    self.dialect = dialect
    values = Dictionary(members.map { ($0.name, $0.value) }) { _, last in last }
  }

  mutating func rules(_ compiler: inout SchemaCompiler) throws(SchemaFault) -> [SchemaRule] {
    if dialect.draft == .draft7, let reference = values["$ref"]?.string {
      return [.reference(try compiler.target(of: reference, in: place))]
    }
    if dialect.vocabularies.contains(.validation) { try addDemands(&compiler) }
    if dialect.draft == .draft2020 { try addReferences(&compiler) }
    if dialect.vocabularies.contains(.applicator) {
      try addCombinations(&compiler)
      try addItems(&compiler)
      try addProperties(&compiler)
    }
    if dialect.draft == .draft2020, dialect.vocabularies.contains(.unevaluated) {
      // These depend on the results of all others.
      if let value = values["unevaluatedItems"] {
        rules.append(.unevaluatedItems(try compiler.inner(value, ["unevaluatedItems"], of: place)))
        compiler.noteUnevaluated()
      }
      if let value = values["unevaluatedProperties"] {
        rules.append(.unevaluatedProperties(try compiler.inner(value, ["unevaluatedProperties"], of: place)))
        compiler.noteUnevaluated()
      }
    }
    return rules
  }

  private func fault(_ keyword: String, _ reason: String, _ compiler: SchemaCompiler) -> SchemaFault {
    .invalid(place: "\(compiler.location(of: place))/\(keyword)", reason: reason)
  }

  // MARK: Demands on the value itself

  private mutating func addDemands(_ compiler: inout SchemaCompiler) throws(SchemaFault) {
    if let value = values["type"] {
      let names = value.array?.compactMap(\.string) ?? value.string.map { [$0] } ?? []
      var types: SchemaTypes = []
      for name in names {
        guard let type = SchemaTypes(name: name) else { throw fault("type", "\(name) is not a type", compiler) }
        types.insert(type)
      }
      rules.append(.type(types))
    }
    if let items = values["enum"]?.array {
      let shown = items.prefix(8).map(SchemaWords.shown).joined(separator: ", ") + (items.count > 8 ? ", …" : "")
      rules.append(
        .values(Set(items.map(\.canonical)), shown: items.count == 1 ? shown : "one of \(shown)", keyword: "enum"))
    }
    if let value = values["const"] {
      rules.append(.values([value.canonical], shown: SchemaWords.shown(value), keyword: "const"))
    }
    for bound in [SchemaBound.multipleOf, .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum] {
      guard case .number(let text)? = values[bound.rawValue] else { continue }
      rules.append(.bound(bound, DecimalNumber(text), shown: text))
    }
    for count in [SchemaCount.maxLength, .minLength, .maxItems, .minItems, .maxProperties, .minProperties] {
      guard let limit = Self.count(values[count.rawValue]) else { continue }
      rules.append(.count(count, limit))
    }
    if let text = values["pattern"]?.string {
      let number = try compiler.expression(text, at: "\(compiler.location(of: place))/pattern")
      rules.append(.pattern(number, shown: text))
    }
    if values["uniqueItems"] == .bool(true) { rules.append(.uniqueItems) }
    if let names = values["required"]?.array { rules.append(.required(names.compactMap(\.string))) }
    if dialect.draft == .draft2020 { addNeeds("dependentRequired") }
    // Obsolete in 2020-12, but still used.
    addNeeds("dependencies")
  }

  /// `2.0` is a count, too.
  private static func count(_ value: JSONValue?) -> Int? {
    guard let number = value?.double, number >= 0 else { return nil }
    return number >= 1e15 ? Int(1e15) : Int(number)
  }

  private mutating func addNeeds(_ keyword: String) {
    guard case .object(let members)? = values[keyword] else { return }
    let needs = members.compactMap { member in
      member.value.array.map { (name: member.name, needs: $0.compactMap(\.string)) }
    }
    if !needs.isEmpty { rules.append(.dependentRequired(needs, keyword: keyword)) }
  }

  // MARK: Other schemas for the same value

  private mutating func addReferences(_ compiler: inout SchemaCompiler) throws(SchemaFault) {
    if let reference = values["$ref"]?.string {
      rules.append(.reference(try compiler.target(of: reference, in: place)))
    }
    if let reference = values["$dynamicRef"]?.string {
      let initial = try compiler.target(of: reference, in: place)
      if let anchor = try compiler.dynamicAnchor(of: reference, in: place) {
        rules.append(.dynamicReference(initial: initial, anchor: anchor))
      } else {
        rules.append(.reference(initial))
      }
    }
  }

  private mutating func addCombinations(_ compiler: inout SchemaCompiler) throws(SchemaFault) {
    if let list = try list("allOf", &compiler) { rules.append(.all(list)) }
    if let list = try list("anyOf", &compiler) { rules.append(.any(list)) }
    if let list = try list("oneOf", &compiler) { rules.append(.one(list)) }
    if let value = values["not"] { rules.append(.not(try compiler.inner(value, ["not"], of: place))) }
    if let value = values["if"] {
      let condition = try compiler.inner(value, ["if"], of: place)
      let then = try single("then", &compiler)
      let other = try single("else", &compiler)
      rules.append(.condition(if: condition, then: then, else: other))
    }
    for keyword in dialect.draft == .draft2020 ? ["dependentSchemas", "dependencies"] : ["dependencies"] {
      guard case .object(let members)? = values[keyword] else { continue }
      var found: [(name: String, node: Int)] = []
      for member in members where member.value.array == nil {
        found.append((member.name, try compiler.inner(member.value, [keyword, member.name], of: place)))
      }
      if !found.isEmpty { rules.append(.dependentSchemas(found, keyword: keyword)) }
    }
  }

  private func single(_ keyword: String, _ compiler: inout SchemaCompiler) throws(SchemaFault) -> Int? {
    guard let value = values[keyword] else { return nil }
    return try compiler.inner(value, [keyword], of: place)
  }

  private func list(_ keyword: String, _ compiler: inout SchemaCompiler) throws(SchemaFault) -> [Int]? {
    guard let items = values[keyword]?.array else { return nil }
    var found: [Int] = []
    for (index, item) in items.enumerated() {
      found.append(try compiler.inner(item, [keyword, String(index)], of: place))
    }
    return found
  }

  // MARK: Schemas for parts of the value

  private mutating func addItems(_ compiler: inout SchemaCompiler) throws(SchemaFault) {
    let isOlder = dialect.draft == .draft7
    let names =
      isOlder && values["items"]?.array != nil
      ? SchemaItemNames(prefix: "items", rest: "additionalItems")
      : SchemaItemNames(prefix: "prefixItems", rest: "items")
    let prefix = isOlder && names.prefix != "items" ? [] : try list(names.prefix, &compiler) ?? []
    let rest = try single(names.rest, &compiler)
    if !prefix.isEmpty || rest != nil { rules.append(.items(prefix: prefix, rest: rest, names: names)) }
    if let value = values["contains"] {
      let node = try compiler.inner(value, ["contains"], of: place)
      let counts = !isOlder && dialect.vocabularies.contains(.validation)
      let least = counts ? Self.count(values["minContains"]) : nil
      rules.append(.contains(node, least: least ?? 1, most: counts ? Self.count(values["maxContains"]) : nil))
    }
  }

  private mutating func addProperties(_ compiler: inout SchemaCompiler) throws(SchemaFault) {
    var known: [ExactText: Int] = [:]
    if case .object(let members)? = values["properties"] {
      for member in members {
        known[ExactText(member.name)] = try compiler.inner(member.value, ["properties", member.name], of: place)
      }
    }
    var patterns: [(expression: Int, node: Int)] = []
    if case .object(let members)? = values["patternProperties"] {
      for member in members {
        let location = "\(compiler.location(of: place))/patternProperties"
        let expression = try compiler.expression(member.name, at: location)
        patterns.append((expression, try compiler.inner(member.value, ["patternProperties", member.name], of: place)))
      }
    }
    let rest = try single("additionalProperties", &compiler)
    if !known.isEmpty || !patterns.isEmpty || rest != nil {
      rules.append(.properties(known: known, patterns: patterns, rest: rest))
    }
    if let value = values["propertyNames"] {
      rules.append(.propertyNames(try compiler.inner(value, ["propertyNames"], of: place)))
    }
  }
}
