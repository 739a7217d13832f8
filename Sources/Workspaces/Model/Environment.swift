package import Basics
import HTTPModel

/// A named set of variables (`environments/NAME.yml`).
package struct Environment: Hashable, Sendable {
  package struct Variable: Hashable, Sendable {
    package var row: Row
    /// Indicates whether the value is in the user's secret store instead of the file; `row.value` contains it after
    /// reading.
    package var isSecret: Bool

    package init(_ row: Row, isSecret: Bool = false) {
      self.row = row
      self.isSecret = isSecret
    }
  }

  package var name: String
  /// As written, `#2E8A54`.
  package var color: String?
  /// Indicates whether methods other than GET, HEAD and OPTIONS need confirmation.
  package var isProtected: Bool
  package var variables: [Variable]
  package var trust = ServerTrust()

  package init(name: String, color: String? = nil, isProtected: Bool = false, variables: [Variable] = []) {
    self.name = name
    self.color = color
    self.isProtected = isProtected
    self.variables = variables
  }

  /// True if the user must confirm a request with this method: in a protected environment, for everything but GET, HEAD
  /// and OPTIONS, which change nothing on the server (RFC 9110, section 9.2.1).
  package func asks(before method: String) -> Bool {
    isProtected && !["GET", "HEAD", "OPTIONS"].contains(method.uppercased())
  }

  /// The environment as written in its file.
  package var withoutSecrets: Environment {
    var copy = self
    for index in copy.variables.indices where copy.variables[index].isSecret { copy.variables[index].row.value = "" }
    return copy
  }

  /// Sets the text of a variable, which keeps its type; a new one is appended.
  package mutating func set(_ name: String, to value: String) {
    if let index = variables.firstIndex(where: { $0.row.name == name }) {
      variables[index].row.value = value
    } else {
      variables.append(Variable(Row(name, value)))
    }
  }

  /// Sets a variable and enables it; a new one is appended. A secret is a text.
  package mutating func set(_ name: String, to value: VariableValue) {
    let places = variables.indices.filter { variables[$0].row.name == name }
    guard let place = places.first(where: { variables[$0].row.isEnabled }) ?? places.first else {
      return variables.append(Variable(Row(name, value)))
    }
    variables[place].row.typedValue = variables[place].isSecret ? VariableValue(value.text) : value
    variables[place].row.isEnabled = true
  }
}

/// The settings that a folder or a collection shares with the requests below it: the shared fields of a definition.
@dynamicMemberLookup
package struct SharedSettings: Hashable, Sendable {
  /// A collection without a name.
  package var definition = RequestDefinition(kind: .collection, name: "", authentication: .none)

  package init(
    headers: [Row] = [], authentication: Authentication = .none, variables: [Row] = [], docs: String = "",
    captures: [Capture] = [], scripts: [Script] = [], certificates: [CertificateDefinition] = [],
    proxy: ProxyDefinition? = nil, cookies: CookieUse? = nil, history: HistoryUse? = nil,
    trust: ServerTrust = ServerTrust(), graphQL: GraphQLSettings = GraphQLSettings(), importPaths: [ImportPath] = []
  ) {
    definition.headers = headers
    definition.authentication = authentication
    definition.variables = variables
    definition.docs = docs
    definition.captures = captures
    definition.scripts = scripts
    definition.certificates = certificates
    definition.proxy = proxy
    definition.settings.cookies = cookies
    definition.settings.history = history
    definition.trust = trust
    definition.graphQL = graphQL
    definition.importPaths = importPaths
  }

  /// The settings in our JSON.
  package init(_ json: JSONValue, at place: String, _ reader: inout NeutralReader) {
    RequestDefinition.fields.read(json, at: place, into: &definition, &reader)
  }

  package var json: JSONValue { RequestDefinition.fields.json(of: definition) }

  package subscript<Value>(dynamicMember path: WritableKeyPath<RequestDefinition, Value>) -> Value {
    get { definition[keyPath: path] }
    _modify { yield &definition[keyPath: path] }
  }

  /// The cookie setting for the requests below, unless they have their own.
  package var cookies: CookieUse? { definition.settings.cookies }
  /// The history setting for the requests below, unless they have their own.
  package var history: HistoryUse? { definition.settings.history }
  /// The limit on running scripts of the requests below, in milliseconds, unless they have their own.
  package var scriptTimeout: Int? { definition.settings.scriptTimeout }
}

extension Environment {
  /// Makes new or changed variables secret if their name or value looks like a credential. The value is then stored in
  /// the user's store and never in the file, which is shared.
  ///
  /// The user's choice is respected: a secret that was made a plain variable stays plain, and unchanged values are
  /// skipped.
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
      variables[index].row.type = nil
      hidden.append(row.name)
    }
    return hidden
  }

  /// A value that refers to a variable is not a credential.
  private static func isCredential(_ row: Row) -> Bool {
    guard !row.value.isEmpty, !row.value.utf8.holdsTemplate else { return false }
    return CredentialName.isOne(row.name) || CredentialShape.isOne(row.value)
  }
}

extension String.UTF8View {
  fileprivate var holdsTemplate: Bool { holds("{{") }
}

extension Environment {
  /// The reason why no environment can have this name; `nil` if one can.
  package static func fault(ofName name: String) -> WorkspaceError? {
    let valid = FileNames.environment(name)
    return valid == name ? nil : .badName(name, why: "an environment has the name of its file; try \"\(valid)\"")
  }
}

/// A comparison of two environments: each variable once, in the order of the left one and then of the right.
package struct EnvironmentComparison: Hashable, Sendable {
  package struct Line: Hashable, Sendable {
    package enum Difference: Hashable, Sendable {
      case same
      case value
      /// Enabled on one side only, or secret on one side only.
      case state
      case onlyLeft, onlyRight
    }

    package var name: String
    /// `nil` if that side has no such variable. Contains the value of a secret, to be masked when shown.
    package var left: Environment.Variable?
    package var right: Environment.Variable?
    package var difference: Difference
  }

  package var lines: [Line]

  package init(_ left: Environment, _ right: Environment) {
    var lines: [Line] = []
    var places: [String: [Int]] = [:]
    for index in right.variables.indices.reversed() {
      places[right.variables[index].row.name, default: []].append(index)
    }
    var taken: Set<Int> = []
    for variable in left.variables {
      let name = variable.row.name
      if let index = places[name]?.popLast() {
        let other = right.variables[index]
        taken.insert(index)
        lines.append(Line(name: name, left: variable, right: other, difference: Self.difference(variable, other)))
      } else {
        lines.append(Line(name: name, left: variable, right: nil, difference: .onlyLeft))
      }
    }
    for (index, variable) in right.variables.enumerated() where !taken.contains(index) {
      lines.append(Line(name: variable.row.name, left: nil, right: variable, difference: .onlyRight))
    }
    self.lines = lines
  }

  private static func difference(_ left: Environment.Variable, _ right: Environment.Variable) -> Line.Difference {
    if left.row.value != right.row.value { return .value }
    return left.row.isEnabled == right.row.isEnabled && left.isSecret == right.isSecret ? .same : .state
  }
}
