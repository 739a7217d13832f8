package import Basics
package import Networking

extension JSONValue {
  /// The same value with every text masked, except the values of members with these names; names are not masked.
  package func masked(by redaction: Redaction, except kept: Set<String>) -> JSONValue {
    guard !redaction.secrets.isEmpty else { return self }
    switch self {
    case .string(let text): return .string(redaction.masked(text: text))
    case .array(let items): return .array(items.map { $0.masked(by: redaction, except: kept) })
    case .object(let members):
      return .object(
        members.map { member in
          kept.contains(member.name) ? member : Member(member.name, member.value.masked(by: redaction, except: kept))
        })
    case .null, .bool, .number: return self
    }
  }
}
