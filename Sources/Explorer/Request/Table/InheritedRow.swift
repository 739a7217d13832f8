package import Workspaces

/// A row that the request does not have and that applies to it all the same: of a folder, the collection, Auth or Apus.
/// It is shown dim, and neither saved nor sent from here.
struct InheritedRow: Equatable {
  var name: String
  /// As it is shown: a template, with credentials masked.
  var value: String
  /// Whose it is: `Users folder`, `Bearer from Auth`, `Apus`.
  var origin: String
  /// The value that a row of the request's own begins with; `nil` where it cannot have one.
  var ownValue: String?
  /// Whether a row of the request's own can keep it from being sent.
  var canBeOmitted = false
  /// What to do where neither is possible.
  var advice = ""

  /// - Parameter isSecret: whether a value without variables is a credential: it is masked, and not copied.
  init(_ name: String, _ value: String, from origin: String, isSecret: Bool = false, canBeOmitted: Bool = false) {
    let hides = isSecret && !value.isEmpty && VariableSpan.ranges(in: value).isEmpty
    self.name = name
    self.value = hides ? VariableSpan.mask : value
    self.origin = origin
    ownValue = hides ? "" : value
    self.canBeOmitted = canBeOmitted
  }

  /// One that is only shown.
  init(fixed name: String, _ value: String, from origin: String, advice: String) {
    self.name = name
    self.value = value
    self.origin = origin
    self.advice = advice
  }

  /// As the table draws it: its origin stands where others have their note.
  var row: TableRow { TableRow([name, value, origin], isEnabled: false) }
}

/// What is around a request and sent with it: settings of folders and collection, and the headers of every request.
package struct RequestSurroundings: Equatable, Sendable {
  /// From the collection inwards.
  package var layers: [SendContext.Layer]
  /// The headers that Apus sends unless a request has its own.
  package var defaults: [Row]
  /// The codings of answers that are asked for; `nil` until the transport was asked.
  var codings: String?

  /// The settings of the user and the workspace.
  package var configuration: Configuration

  package init(
    layers: [SendContext.Layer] = [], defaults: [Row] = [], configuration: Configuration = Configuration()
  ) {
    self.layers = layers
    self.defaults = defaults
    self.configuration = configuration
  }
}

extension RequestSession {
  /// Whose each header is that would be sent, by its name in lower case.
  var headerOrigins: [String: String] {
    let inherited = inheritedRows(of: .headers, in: draft).map { ($0.name, $0.origin) }
    let own = draft.headers.filter(\.isEnabled).map { ($0.name, "this request") }
    return Dictionary(
      (own + inherited).map { (VariableSpan.resolved($0.0, in: variables).lowercased(), $0.1) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The rows of a list that are not the request's own; none until its surroundings were read.
  func inheritedRows(of kind: TableKind, in draft: RequestDefinition) -> [InheritedRow] {
    guard let surroundings else { return [] }
    return switch kind {
    case .headers: surroundings.headers(of: draft, in: variables)
    case .params: surroundings.parameters(of: draft)
    case .variables: variables?.inheritedRows(by: draft) ?? []
    case .form, .multipart, .files, .assertions, .certificates, .messages: []
    }
  }
}

extension VariableTable {
  /// Every variable that is not the definition's own, each by the value that wins. The process environment is left out.
  fileprivate func inheritedRows(by definition: RequestDefinition) -> [InheritedRow] {
    let (own, origin) = (Set(definition.variables.map(\.name)), definition.variableOrigin)
    var seen: Set<String> = []
    return entries.compactMap { entry in
      // A folder above may have the same name.
      let isOwn = entry.origin == origin && (entry.origin == .request || own.contains(entry.name))
      guard entry.origin != .process, entry.origin != .prompt, seen.insert(entry.name).inserted, !isOwn
      else { return nil }
      var row = InheritedRow(entry.name, entry.isSecret ? "" : entry.value, from: "\(entry.origin)")
      if entry.isSecret { row.value = VariableSpan.mask }
      row.advice = "A variable cannot be switched off here: \(key: "enter") gives it another value"
      return row
    }
  }
}
