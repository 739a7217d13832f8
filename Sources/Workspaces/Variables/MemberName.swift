import Basics

/// A name such as `user.tags[1]`: a variable, and the path to a member of its JSON value.
package struct MemberName: Hashable, Sendable {
  let name: String
  package let variable: String
  private let steps: ArraySlice<CheckExpression.Step>

  /// `nil` for a name without a path.
  package init?(_ name: String) {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }),
      let path = CheckExpression.path(name), path.count > 1, case .name(let variable)? = path.first
    else { return nil }
    self.name = name
    self.variable = variable
    steps = path.dropFirst()
  }

  /// The member as a variable of its own; `nil` if the value has none.
  func entry(of entry: VariableTable.Entry) -> VariableTable.Entry? {
    guard let json = entry.json, case .value(let value) = CheckExpression.follow(steps, from: json) else { return nil }
    var member = entry
    member.name = name
    member.value = value.plainText
    member.json = value
    if case .name(let last)? = steps.last, VariableTable.namesSecret(last) { member.isSecret = true }
    return member
  }
}

extension VariableTable {
  /// The entry that wins for `name`, and the variable that it is, or is a member of. A variable whose own name has a
  /// dot comes first.
  func entry(for name: String) -> (entry: Entry, variable: String)? {
    if let place = index.place(of: name, in: entries) { return (entries[place], name) }
    guard let member = MemberName(name), let place = index.place(of: member.variable, in: entries),
      let entry = member.entry(of: entries[place])
    else { return nil }
    return (entry, member.variable)
  }

  /// The entry that wins for `name` and the overridden ones, innermost first.
  package func candidates(for name: String) -> [Entry] {
    let named = entries.filter { Self.matches($0, name) }
    guard named.isEmpty, let member = MemberName(name), entry(for: name) != nil else { return named }
    return entries.filter { Self.matches($0, member.variable) }.compactMap(member.entry)
  }
}
