import Basics
import Workspaces

/// Visits each `$ref` of a document with its place, except in the content of examples.
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
  /// Gets a reference and the place of its object; the result replaces the reference.
  private let visit: (_ reference: String, _ place: () -> String) -> String?

  init(_ visit: @escaping (_ reference: String, _ place: () -> String) -> String?) { self.visit = visit }

  /// - Returns: the document with the replaced references, `nil` if nothing changed.
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
