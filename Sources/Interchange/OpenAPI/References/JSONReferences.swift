import Basics
import Workspaces

/// The targets of a document's references (`$ref`), in itself and in the files next to it; found once, then looked up.
struct JSONReferences {
  private let targets: [String: JSONValue]
  /// The number of nodes in all files together.
  let nodeCount: Int

  init(_ targets: [String: JSONValue] = [:], nodeCount: Int = 0) {
    self.targets = targets
    self.nodeCount = nodeCount
  }

  /// The target of one reference, which may be another reference.
  subscript(reference: String) -> JSONValue? { targets[reference] }

  /// The node that a reference leads to, in at most 20 steps; the node itself if it is no reference or a broken one.
  func resolved(_ node: JSONValue) -> JSONValue {
    var node = node
    for _ in 0..<20 {
      guard let reference = node["$ref"]?.string, let target = targets[reference] else { return node }
      node = target
    }
    return node
  }

  /// The same, with the reference's sibling members replacing those of the target (3.1).
  func overlaid(_ node: JSONValue) -> JSONValue {
    guard case .object(let own) = node, own.count > 1, case .object(let members) = resolved(node) else {
      return resolved(node)
    }
    let over = node.membersByName
    let names = Set(members.map(\.name))
    let kept = members.map { JSONValue.Member($0.name, over[$0.name] ?? $0.value) }
    return .object(kept + own.filter { !names.contains($0.name) && $0.name != "$ref" })
  }

  static func escaped(_ name: String) -> String {
    name.replacingUTF8("~", with: "~0").replacingUTF8("/", with: "~1")
  }
}

extension JSONValue {
  /// The members of an object by name; the first one if a name is repeated.
  var membersByName: [String: JSONValue] {
    guard case .object(let members) = self else { return [:] }
    return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }
}

extension String {
  /// Every occurrence of a text replaced, byte by byte.
  func replacingUTF8(_ part: String, with other: String) -> String {
    guard utf8.holds(part) else { return self }
    var result = ""
    var rest = Substring(self)
    while let range = rest.utf8.range(ofBytes: part) {
      result += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
