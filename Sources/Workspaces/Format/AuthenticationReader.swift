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
