/// One line of the auth or options tab: a name, what it says, and how it changes.
struct FieldLine: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// Enter edits it in place; a secret is masked while it is not edited.
    case text(isSecret: Bool)
    /// Space and Enter go to the next of them.
    case choice([String])
    /// Enter opens a list.
    case list
    /// Only said.
    case fact
  }

  let id: String
  let label: String
  let kind: Kind
  var value: String
  /// Stands there dim while the value is not set.
  var placeholder = ""
  /// What the value means, dim behind it, where that does not go without saying.
  var note = ""

  init(_ id: String, _ label: String, _ kind: Kind, _ value: String, placeholder: String = "") {
    self.id = id
    self.label = label
    self.kind = kind
    self.value = value
    self.placeholder = placeholder
  }

  var isEditable: Bool { if case .text = kind { true } else { false } }
}
