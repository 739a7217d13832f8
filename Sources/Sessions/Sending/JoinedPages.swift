package import Basics
package import Networking
import Workspaces

extension Exchange {
  /// The body as JSON; `nil` if it is not JSON.
  package var json: JSONValue? {
    // A body that is not JSON is an expected result.
    textBytes.flatMap { try? JSONValue(parsing: $0) }
  }
}

extension JSONValue {
  /// Joins two pages: arrays are concatenated, objects merged by member; other values come from the later page.
  package func joined(with page: JSONValue) -> JSONValue {
    switch (self, page) {
    case (.array(let left), .array(let right)): return .array(left + right)
    case (.object(let left), .object(let right)):
      var members = left
      for new in right {
        if let place = members.firstIndex(where: { $0.name == new.name }) {
          members[place].value = members[place].value.joined(with: new.value)
        } else {
          members.append(new)
        }
      }
      // Members that describe only their own page, such as a link to the next one.
      members.removeAll { member in !member.value.holdsArrays && !right.contains { $0.name == member.name } }
      return .object(members)
    default: return page
    }
  }

  private var holdsArrays: Bool {
    switch self {
    case .array: true
    case .object(let members): members.contains { $0.value.holdsArrays }
    default: false
    }
  }
}
