import Sessions
import Workspaces

extension Refusal {
  /// Why a request was not sent, with the table row as displayed.
  init(_ fault: SendFault, _ definition: RequestDefinition) {
    guard case .refusal(let refusal) = fault else {
      self.init(.other, fault.description)
      return
    }
    let field: Field =
      switch refusal.field {
      case .url: .url
      case .method: .method
      case .authentication: .auth
      case .header(let row): .header(row)
      case .query(let row): .param(row)
      case .pathParameter(let name):
        definition.params.firstIndex { $0.place == .path && $0.row.name == name }.map { .param($0) } ?? .url
      case .body(let row): row.map { .bodyRow($0) } ?? .body
      case .kind, .settings, .inherited: .other
      }
    self.init(field, refusal.headline)
    guard case .unresolved(let variables) = refusal.problem else { return }
    variable = variables.first(where: \.isDefinable)?.name
  }
}

extension UnresolvedVariable {
  /// Whether a value under its name would be sent.
  fileprivate var isDefinable: Bool {
    switch reason {
    case .missing, .secretWithoutValue, .disabled: true
    case .cycle, .tooLarge, .secretCommandFailed, .prompt, .noChoice, .unknownDynamic, .nameOfSecret, .noAnswer,
      .namedByAnswer:
      false
    }
  }
}
