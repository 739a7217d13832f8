import Basics
import Workspaces

/// Which way a value goes: what only the server writes is no part of a request, what only the client writes none of an
/// answer.
enum SampleDirection: Hashable {
  case request, response

  /// The member of a property's schema that leaves it out.
  private var leavingOut: String {
    switch self {
    case .request: "readOnly"
    case .response: "writeOnly"
    }
  }

  /// Whether a property is left out: by its own words, those of what it refers to, or of a part of it.
  func hides(_ property: JSONValue, _ references: JSONReferences) -> Bool {
    if property[leavingOut]?.bool == true { return true }
    let schema = references.resolved(property)
    if schema[leavingOut]?.bool == true { return true }
    return (schema["allOf"]?.array ?? []).prefix(8).contains { part in
      references.resolved(part)[leavingOut]?.bool == true
    }
  }
}
