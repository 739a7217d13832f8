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
