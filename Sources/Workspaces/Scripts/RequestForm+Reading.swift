package import Basics

extension RequestForm {
  /// The request as a script has changed it. Only the changed parts are taken over, so that everything else stays as
  /// written: inherited headers, notes, files.
  /// - Parameters:
  ///   - changed: the form after the script.
  ///   - former: the form that the script was given.
  package static func changed(
    _ definition: RequestDefinition, from former: JSONValue, to changed: JSONValue, inherited: [Row]
  ) -> RequestDefinition {
    var made = definition
    func value(_ name: String) -> JSONValue? {
      // The form of a script lacks what it has not touched.
      changed[name].flatMap { $0 == former[name] ?? .null ? nil : $0 }
    }
    if let name = value("name")?.string { made.name = name }
    if let method = value("method")?.string { made.method = method }
    if let url = value("url")?.string {
      made.url = url
      // The URL is sent; rows of its former query would only disagree with it.
      made.params.removeAll { $0.place == .query }
    }
    if let headers = value("headers")?.array { made.headers = self.headers(headers, definition.headers, inherited) }
    if let body = value("body") {
      if definition.kind.isConversation {
        made.conversation.setMessage(body["raw"].map { text($0) }, language: body["language"]?.string)
      } else {
        made.body = self.body(body, over: definition.body)
      }
    }
    if let auth = value("auth") { made.authentication = authentication(auth) }
    if let pairs = value("pathVariables")?.array {
      made.params.removeAll { $0.place == .path }
      made.params += pairs.map { Parameter(.path, row($0)) }
    }
    if let timeout = value("timeout") { made.settings.timeout = timeout.double }
    if let count = value("maxRedirects") { made.settings.maxRedirects = count.int }
    if let follows = value("followRedirects") { made.settings.followRedirects = follows.bool }
    if let tags = value("tags")?.array { made.tags = tags.compactMap(\.string) }
    return made
  }

  /// A text of a form; scripts may put numbers and objects in the place of texts.
  private static func text(_ json: JSONValue?) -> String {
    guard let json, json != .null else { return "" }
    return json.plainText
  }

  private static func row(_ json: JSONValue) -> Row {
    Row(text(json["key"]), text(json["value"]), isEnabled: json["disabled"]?.bool != true)
  }

  /// Headers that are unchanged keep their notes; an inherited one is inherited still, and one that was removed is
  /// omitted.
  private static func headers(_ list: [JSONValue], _ own: [Row], _ inherited: [Row]) -> [Row] {
    var (ownLeft, inheritedLeft) = (own, inherited)
    var rows: [Row] = []
    for row in list.map(Self.row) {
      func isSame(_ other: Row) -> Bool {
        other.name == row.name && other.value == row.value && other.isEnabled == row.isEnabled
      }
      if let index = inheritedLeft.firstIndex(where: isSame) {
        inheritedLeft.remove(at: index)
      } else if let index = ownLeft.firstIndex(where: isSame) {
        rows.append(ownLeft.remove(at: index))
      } else {
        rows.append(row)
      }
    }
    let names = Set(rows.filter(\.hidesInherited).map { $0.name.lowercased() })
    for row in inheritedLeft where !names.contains(row.name.lowercased()) {
      rows.append(Row(row.name, isEnabled: false, omitsInherited: true))
    }
    return rows
  }

  private static func body(_ json: JSONValue, over former: BodyDefinition) -> BodyDefinition {
    switch json["mode"]?.string {
    case "raw":
      let word = json["language"]?.string ?? ""
      return .text(BodyDefinition.TextKind(word: word) ?? kind(of: json["raw"], former), text(json["raw"]))
    case "urlencoded": return .form((json["urlencoded"]?.array ?? []).map(row))
    case "formdata": return .multipart(parts(json["formdata"]?.array ?? [], over: former))
    case "file":
      let source = json["file"]?["src"] ?? json["file"]
      return .file([BodyDefinition.FileChoice(path: text(source))])
    case "graphql":
      let content = json["graphql"]
      return .graphql(query: text(content?["query"]), variables: text(content?["variables"]))
    default: return .none
    }
  }

  private static func kind(of raw: JSONValue?, _ former: BodyDefinition) -> BodyDefinition.TextKind {
    if raw != nil, raw?.string == nil { return .json }
    if case .text(let kind, _) = former { return kind }
    return .text
  }

  private static func parts(_ list: [JSONValue], over former: BodyDefinition) -> [FormPart] {
    var left: [FormPart] = []
    if case .multipart(let parts) = former { left = parts }
    return list.map { json in
      if let index = left.firstIndex(where: { part($0) { $0 } == json }) { return left.remove(at: index) }
      let isFile = json["type"]?.string == "file" || json["value"] == nil && json["src"] != nil
      let sources = json["src"]?.array?.map { text($0) } ?? [text(json["src"])]
      return FormPart(
        text(json["key"]), isFile ? .files(sources) : .text(text(json["value"])),
        contentType: text(json["contentType"]), isEnabled: json["disabled"]?.bool != true)
    }
  }

  private static func authentication(_ json: JSONValue) -> Authentication {
    guard let type = json["type"]?.string, type != "noauth", type != "none" else { return .none }
    let fields: [Authentication.Field]
    switch json[type] {
    case .array(let pairs)?:
      fields = pairs.map { Authentication.Field(ownName(of: text($0["key"]), type), text($0["value"])) }
    case .object(let members)?:
      fields = members.map { Authentication.Field(ownName(of: $0.name, type), text($0.value)) }
    default: fields = []
    }
    return Authentication(AuthenticationSchemes.builtIn[type], fields)
  }
}

extension ConversationDefinition {
  /// Replaces the first message that is sent; `nil` sends one less.
  fileprivate mutating func setMessage(_ data: String?, language: String?) {
    let first = messages.firstIndex(where: \.isSelected)
    guard let data else {
      if let first { messages[first].isSelected = false }
      return
    }
    let kind = language.flatMap { ["json", "xml", "text", "binary"].contains($0) ? $0 : nil }
    let index = first ?? messages.endIndex
    if first == nil { messages.append(Message(Message.standardName(at: index), "", isSelected: true)) }
    messages[index].data = data
    if let kind { messages[index].kind = kind }
  }
}
