import Workspaces

/// A field of a request that can hold a reference to another request's answer.
enum ReferencePlace: Hashable, Sendable {
  case parameter(Int)
  case header(Int)
  case login(Int)
  /// The Bearer token of a request without its own authentication.
  case bearer
  /// A new header with this name, or a new variable.
  case newHeader, newVariable
  /// No field; the reference is copied to the clipboard.
  case clipboard

  /// The possible places, most likely first.
  static func places(for reference: String, in draft: RequestDefinition) -> [ReferencePlace] {
    let scheme = draft.authentication.scheme
    let fields = draft.authentication.fields
    let login = fields.indices.filter { scheme.isSecret(fields[$0].name) }.map { ReferencePlace.login($0) }
    let bearer: [ReferencePlace] = [.none, .inherit].contains(scheme) ? [.bearer] : []
    let isCredential = VariableTable.namesSecret(name(of: reference))
    return (isCredential ? bearer : []) + draft.params.indices.map { .parameter($0) }
      + draft.headers.indices.map { .header($0) } + login + (isCredential ? [] : bearer)
      + [.newHeader, .newVariable, .clipboard]
  }

  var id: String {
    switch self {
    case .parameter(let index): "parameter \(index)"
    case .header(let index): "header \(index)"
    case .login(let index): "login \(index)"
    case .bearer: "bearer"
    case .newHeader: "newHeader"
    case .newVariable: "newVariable"
    case .clipboard: "clipboard"
    }
  }

  init?(id: String) {
    let words = id.split(separator: " ").map(String.init)
    let index = words.last.flatMap { Int($0) }
    switch (words.first, index) {
    case ("parameter", let index?): self = .parameter(index)
    case ("header", let index?): self = .header(index)
    case ("login", let index?): self = .login(index)
    case ("bearer", nil): self = .bearer
    case ("newHeader", nil): self = .newHeader
    case ("newVariable", nil): self = .newVariable
    case ("clipboard", nil): self = .clipboard
    default: return nil
    }
  }

  /// The last name of its path.
  private static func name(of reference: String) -> String {
    let words = reference.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return words.last { $0.first?.isLetter == true }.map(String.init) ?? "value"
  }

  func title(in draft: RequestDefinition) -> String {
    switch self {
    case .parameter(let index): "Parameter \(draft.params[index].row.name)"
    case .header(let index): "Header \(draft.headers[index].name)"
    case .login(let index): "Auth \(draft.authentication.fields[index].name)"
    case .bearer: "Auth Bearer token"
    case .newHeader: "New header Authorization"
    case .newVariable: "New variable of this request"
    case .clipboard: "Copy the reference"
    }
  }

  /// The tab that shows it.
  var tab: RequestTab? {
    switch self {
    case .parameter: .params
    case .header, .newHeader: .headers
    case .login, .bearer: .auth
    case .newVariable: .variables
    case .clipboard: nil
    }
  }

  /// The value it would replace; credentials are not shown.
  func value(in draft: RequestDefinition) -> String {
    switch self {
    case .parameter(let index): draft.params[index].row.value
    case .header(let index):
      VariableTable.namesSecret(draft.headers[index].name) ? VariableSpan.mask : draft.headers[index].value
    case .login, .bearer, .newVariable, .clipboard: ""
    case .newHeader: "Bearer …"
    }
  }

  func set(_ reference: String, in draft: inout RequestDefinition) {
    switch self {
    case .parameter(let index):
      let before = draft
      draft.set(reference, at: .cell(row: index, column: 1), in: .params, from: before)
    case .header(let index):
      draft.headers[index].value = reference
      draft.headers[index].isEnabled = true
    case .login(let index): draft.authentication.fields[index].value = reference
    case .bearer: draft.authentication = Authentication(.bearer, [.init("token", reference)])
    case .newHeader: draft.headers.append(Row("Authorization", "Bearer \(reference)"))
    case .newVariable: draft.variables.append(Row(Self.name(of: reference), reference))
    case .clipboard: break
    }
  }
}
