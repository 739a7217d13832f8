import Basics

/// The authentication of a request, folder or collection: a scheme, and its fields in the order of the file.
package struct Authentication: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// One of oauth2's `additionalParameters`: kept in the file, sent, and edited only there.
  package struct Parameter: Hashable, Sendable {
    package enum Request: String, Hashable, Sendable, CaseIterable {
      case authorization = "authorizationRequest"
      case token = "accessTokenRequest"
      case refresh = "refreshTokenRequest"
    }

    package enum Placement: String, Hashable, Sendable {
      case header, query, body
    }

    package var request: Request
    package var placement: Placement
    package var name: String
    package var value: String

    package init(_ request: Request, _ placement: Placement, _ name: String, _ value: String) {
      self.request = request
      self.placement = placement
      self.name = name
      self.value = value
    }
  }

  package var scheme: AuthenticationScheme
  /// Names as OpenCollection spells them (`username`, `token`, `placement`); nested fields have a dot.
  package var fields: [Field]
  package var parameters: [Parameter]

  package init(_ scheme: AuthenticationScheme, _ fields: [Field] = [], parameters: [Parameter] = []) {
    self.scheme = scheme
    self.fields = fields
    self.parameters = parameters
  }

  package static let none = Authentication(.none)
  package static let inherit = Authentication(.inherit)

  /// The value of a field, or an empty text if it is absent; setting an absent field appends it.
  package subscript(name: String) -> String {
    get { fields.first { $0.name == name }?.value ?? "" }
    set {
      if let index = fields.firstIndex(where: { $0.name == name }) {
        fields[index].value = newValue
      } else {
        fields.append(Field(name, newValue))
      }
    }
  }
}

extension FieldType where Value == Authentication {
  static var authentication: FieldType {
    FieldType(
      empty: .none, words: \.scheme.word,
      read: { node, _, reader in AuthenticationReader.authentication(node, &reader) },
      put: { map, key, old, new, order in
        map.put(key, AuthenticationWriter.node(map[key], from: old, to: new), order: order)
      },
      json: \.json, readJSON: { Authentication($0, at: $1, &$2) }
    ).inJSON
  }
}

extension Authentication {
  fileprivate var json: JSONValue {
    var json = JSONValue.object([.init("type", .string(scheme.word))])
    if !fields.isEmpty { json["params"] = .object(fields.map { .init($0.name, .string($0.value)) }) }
    if !parameters.isEmpty { json["additionalParameters"] = Parameter.shape.json(parameters) }
    return json
  }

  fileprivate init(_ json: JSONValue, at place: String, _ reader: inout NeutralReader) {
    self.init(AuthenticationSchemes.builtIn[reader.text(json, "type", at: place)])
    if case .object(let members) = json["params"] ?? .null {
      fields = members.map { member in
        let other = member.value == .null ? [] : member.value.compact
        return Field(member.name, member.value.string ?? String(decoding: other, as: UTF8.self))
      }
    }
    if let list = json["additionalParameters"] {
      parameters = Parameter.shape.rows(list, place + "/additionalParameters", &reader)
    }
  }
}

extension Authentication.Parameter {
  /// The parameters in our JSON.
  fileprivate static let shape: RowShape<Self> = {
    var shape = RowShape(
      start: Self(.token, .header, "", ""),
      fields: [
        Field("request", \.request, .word(.token).always), Field("placement", \.placement, .word(.header).always),
        Field("name", \.name, .text.always), Field("value", \.value, .text.always),
      ], order: [], name: \.name, words: \.value)
    shape.refusalOfJSON = { node in
      let request = node["request"]?.string.flatMap(Request.init)
      let placement = node["placement"]?.string.flatMap(Placement.init)
      return request == nil || placement == nil
        ? "the parameter has no known request and placement: left out" : nil
    }
    return shape
  }()
}

/// Reads `auth:` in each of its spellings; without it there is no authentication (opencollection.md, sections 3 and
/// 14).
enum AuthenticationReader {
  static func authentication(_ node: YAMLNode?, _ reader: inout NodeReader) -> Authentication {
    guard let node, !node.isNull else { return .none }
    if let word = node.text { return Authentication(reader.schemes[word]) }
    guard let entries = node.entries else {
      reader.damaged(node, "auth is neither `inherit` nor a map with `type:`")
      return .none
    }
    let word = node["type"]?.text ?? node["mode"]?.text ?? "none"
    var auth = Authentication(reader.schemes[word])
    if let nested = node[word], nested.entries != nil {
      reader.hint(nested, "the fields of auth belong next to `type:`; Bruno ignores these")
      auth.fields = fields(nested.entries ?? [], below: "")
    } else {
      auth.fields = fields(entries.filter { $0.name != "type" && $0.name != "mode" }, below: "")
    }
    auth.parameters = parameters(node["additionalParameters"] ?? node[word]?["additionalParameters"])
    return auth
  }

  /// Parameters without a name or a placement are dropped, as in Bruno.
  private static func parameters(_ node: YAMLNode?) -> [Authentication.Parameter] {
    Authentication.Parameter.Request.allCases.flatMap { request in
      (node?[request.rawValue]?.items ?? []).compactMap { entry -> Authentication.Parameter? in
        guard let name = entry["name"]?.text, !name.isEmpty, entry["disabled"]?.bool != true,
          let placement = entry["placement"]?.text.flatMap(Authentication.Parameter.Placement.init)
        else { return nil }
        return Authentication.Parameter(request, placement, name, entry["value"]?.text ?? "")
      }
    }
  }

  /// Text fields; those of nested maps are named with a dot. Lists stay in the file and are not shown.
  private static func fields(_ entries: [YAMLEntry], below prefix: String) -> [Authentication.Field] {
    entries.flatMap { entry -> [Authentication.Field] in
      let name = prefix + entry.name
      if let text = entry.value.text { return [Authentication.Field(name, text)] }
      return fields(entry.value.entries ?? [], below: name + ".")
    }
  }
}

/// Applies the edit of an authentication to its node; a new one has its fields in the order of the format.
enum AuthenticationWriter {
  /// `nil` for `none`, which the format expresses by omitting `auth`.
  static func node(_ node: YAMLNode?, from old: Authentication, to new: Authentication) -> YAMLNode? {
    switch new.scheme {
    case .none: return nil
    case .inherit: return .string("inherit")
    default: break
    }
    let scheme = new.scheme
    let order = scheme.order
    guard var node, old.scheme == scheme, node["type"]?.text == scheme.word, node[scheme.word]?.entries == nil else {
      return fresh(new, order)
    }
    node.forgetAlias()
    for field in new.fields
    where field.value != old[field.name] || !old.fields.contains(where: { $0.name == field.name }) {
      set(text(of: field, scheme), at: path(field), in: &node, order)
    }
    for field in old.fields where !new.fields.contains(where: { $0.name == field.name }) {
      set(nil, at: path(field), in: &node, order)
    }
    return node
  }

  private static func fresh(_ auth: Authentication, _ order: [String]) -> YAMLNode {
    var node = YAMLNode.map([("type", .string(auth.scheme.word))])
    var fields = auth.fields
    for field in auth.scheme.fields where field.isRequired && !fields.contains(where: { $0.name == field.name }) {
      fields.append(Authentication.Field(field.name, ""))
    }
    for field in fields { set(text(of: field, auth.scheme), at: path(field), in: &node, order) }
    let lists = Authentication.Parameter.Request.allCases.map { request in
      (request.rawValue, list(auth.parameters.filter { $0.request == request }))
    }
    if !auth.parameters.isEmpty { node.put("additionalParameters", .map(lists), order: order) }
    return node
  }

  private static func list(_ parameters: [Authentication.Parameter]) -> YAMLNode? {
    guard !parameters.isEmpty else { return nil }
    return .list(
      parameters.map { parameter in
        .map([
          ("name", .string(parameter.name)), ("value", .string(parameter.value)),
          ("placement", .string(parameter.placement.rawValue)),
        ])
      })
  }

  private static func path(_ field: Authentication.Field) -> ArraySlice<String> {
    field.name.split(separator: ".").map(String.init)[...]
  }

  private static func text(of field: Authentication.Field, _ scheme: AuthenticationScheme) -> YAMLNode {
    let isBare = scheme.field(named: field.name)?.isBare(field.value) ?? false
    return isBare ? .bare(field.value) : .string(field.value)
  }

  private static func set(_ value: YAMLNode?, at path: ArraySlice<String>, in node: inout YAMLNode, _ order: [String]) {
    guard let key = path.first else { return }
    if path.count == 1 { return node.put(key, value, order: order) }
    node.update(key, order: order) { set(value, at: path.dropFirst(), in: &$0, order) }
  }
}
