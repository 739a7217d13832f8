/// One line of the auth or options tab: its name, its value and how it is edited.
struct FieldLine: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// Enter edits it in place; a secret is masked except while edited.
    case text(isSecret: Bool)
    /// Space and Enter select the next choice.
    case choice([String])
    /// Enter opens a list.
    case list
    /// Read-only.
    case fact
  }

  let id: String
  let label: String
  let kind: Kind
  var value: String
  /// Shown dim while the value is not set.
  var placeholder = ""
  /// The meaning of the value, dim after it, if it is not obvious.
  var note = ""
  /// Whether the value is a risk, drawn in the colour of errors.
  var isRisky = false

  init(_ id: String, _ label: String, _ kind: Kind, _ value: String, placeholder: String = "") {
    self.id = id
    self.label = label
    self.kind = kind
    self.value = value
    self.placeholder = placeholder
  }

  var isEditable: Bool { if case .text = kind { true } else { false } }
}
