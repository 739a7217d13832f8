import Basics
import Networking

extension Environment {
  /// Makes new or changed variables secret if their name or value looks like a credential: the value then goes to the
  /// user's store and never into the file, which is shared.
  ///
  /// The user's choice is respected: a secret that was made a plain variable stays plain, and an unchanged value is not
  /// touched.
  /// - Parameter old: the environment before the change.
  /// - Returns: the names of the variables that became secret.
  package mutating func hideCredentials(since old: Environment) -> [String] {
    var hidden: [String] = []
    for index in variables.indices where !variables[index].isSecret {
      let row = variables[index].row
      let before = old.variables.filter { $0.row.name == row.name }
      guard Self.isCredential(row), !before.contains(where: { $0.isSecret || $0.row.value == row.value }) else {
        continue
      }
      variables[index].isSecret = true
      hidden.append(row.name)
    }
    return hidden
  }

  /// A value that refers to a variable is no evidence.
  private static func isCredential(_ row: Row) -> Bool {
    guard !row.value.isEmpty, !row.value.utf8.holdsTemplate else { return false }
    return CredentialName.isOne(row.name) || CredentialShape.isOne(row.value)
  }
}

extension String.UTF8View {
  fileprivate var holdsTemplate: Bool { holds("{{") }
}
