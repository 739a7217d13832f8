import Basics
import Workspaces

/// Goes through a document and hands over each `$ref` with its place; what is an example's own text is left alone.
struct ReferenceWalk {
  /// Members that hold names of the author's choice, which say nothing about what stands under them.
  private static let names: Set<String> = [
    "properties", "patternProperties", "dependentSchemas", "definitions", "$defs", "schemas", "responses", "parameters",
    "requestBodies", "headers", "securitySchemes", "securityDefinitions", "links", "callbacks", "pathItems", "paths",
    "webhooks", "content", "encoding", "variables", "examples",
  ]
  /// Members that hold values as they are, in which `$ref` is only a name.
  private static let literals: Set<String> = ["example", "default", "enum", "const", "value", "mapping", "x-example"]

  /// How many nodes the document has.
  private(set) var count = 0
  private var path: [String] = []
  /// Takes a reference and the place of the object that it stands in; what it gives back replaces the reference.
  private let visit: (_ reference: String, _ place: () -> String) -> String?

  init(_ visit: @escaping (_ reference: String, _ place: () -> String) -> String?) { self.visit = visit }

  /// - Returns: the document with other references, `nil` where it stays as it is.
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
      defer { path.removeLast() }
      let new: JSONValue?
      if member.name == "$ref", let text = member.value.string, !holdsNames || members.count == 1 {
        let place = path.dropLast()
        new = visit(text) { place.map { "/" + JSONReferences.escaped($0) }.joined() }.map { .string($0) }
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
