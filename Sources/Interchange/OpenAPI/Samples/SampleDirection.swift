import Basics
import Workspaces

/// The direction of a value: read-only properties are not part of a request, write-only ones not part of an answer.
enum SampleDirection: Hashable {
  case request, response

  /// The keyword of a property's schema that excludes it.
  private var leavingOut: String {
    switch self {
    case .request: "readOnly"
    case .response: "writeOnly"
    }
  }

  /// Whether a property is excluded: by its schema, by what that refers to, or by a part of it.
  func hides(_ property: JSONValue, _ references: JSONReferences) -> Bool {
    if property[leavingOut]?.bool == true { return true }
    let schema = references.resolved(property)
    if schema[leavingOut]?.bool == true { return true }
    return (schema["allOf"]?.array ?? []).prefix(8).contains { part in
      references.resolved(part)[leavingOut]?.bool == true
    }
  }
}
