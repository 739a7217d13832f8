import Basics
import Workspaces

/// Reports the unread members of a foreign object, so that no loss is silent.
enum Leftovers {
  /// - Parameter known: members that are read, or that matter only to the tool that wrote them.
  static func tell(_ node: JSONValue?, besides known: Set<String>, at place: String, notices: inout [Notice]) {
    guard case .object(let members) = node ?? .null else { return }
    let names = members.filter { !known.contains($0.name) && !$0.value.saysNothing }.map(\.name)
    if names.isEmpty { return }
    notices.append(Notice(.warning, place, "not carried over: \(names.joined(separator: ", "))"))
  }

  /// The same for each object of a list, in one notice.
  static func tell(rows node: JSONValue?, besides known: Set<String>, at place: String, notices: inout [Notice]) {
    var names: [String] = []
    for case .object(let members) in node?.array ?? [] {
      for member in members where !known.contains(member.name) && !member.value.saysNothing {
        if !names.contains(member.name) { names.append(member.name) }
      }
    }
    if names.isEmpty { return }
    notices.append(Notice(.warning, place, "not carried over: \(names.joined(separator: ", "))"))
  }
}

extension JSONValue {
  /// Empty, null or `false`, at any depth.
  var saysNothing: Bool {
    switch self {
    case .null, .bool(false): true
    case .string(let text): text.isEmpty
    case .array(let items): items.allSatisfy(\.saysNothing)
    case .object(let members): members.allSatisfy(\.value.saysNothing)
    default: false
    }
  }
}
