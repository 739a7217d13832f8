import Basics
import Workspaces

/// Postman's `jwt` login: a token that is signed for each send.
enum PostmanToken {
  /// The parameters that ours can hold.
  static let known: Set<String> = [
    "algorithm", "secret", "privateKey", "isSecretBase64Encoded", "payload", "header", "addTokenTo", "queryParamKey",
    "headerPrefix",
  ]

  static func read(_ given: [(name: String, value: String)], at place: String, _ notices: inout [Notice])
    -> Authentication
  {
    func value(_ name: String) -> String { given.first { $0.name == name }?.value ?? "" }
    let algorithm = value("algorithm")
    let isShared = algorithm.isEmpty || algorithm.hasPrefix("HS")
    let isInQuery = value("addTokenTo") == "queryParam"
    var login = Authentication(.jwt)
    func set(_ name: String, _ text: String, unless usual: String = "") {
      if !text.isEmpty, text != usual { login[name] = text }
    }
    set("algorithm", algorithm)
    login["key"] = value(isShared ? "secret" : "privateKey")
    if isShared { set("encoding", value("isSecretBase64Encoded") == "true" ? "base64" : "") }
    login["claims"] = value("payload")
    set("header", value("header"), unless: "{}")
    set("placement", isInQuery ? "query" : "")
    if isInQuery { set("name", value("queryParamKey")) } else { set("prefix", value("headerPrefix"), unless: "Bearer") }
    if !isInQuery, given.contains(where: { $0.name == "headerPrefix" && $0.value.isEmpty }) {
      notices.append(Notice(.warning, place, "a jwt login without a prefix is sent with Bearer"))
    }
    return login
  }

  /// The fields by Postman's names.
  static func fields(
    of login: Authentication, named name: String, _ notices: inout [Notice]
  ) -> [(name: String, value: String)] {
    let algorithm = login["algorithm"].isEmpty ? "HS256" : login["algorithm"]
    let isShared = algorithm.hasPrefix("HS")
    let isInQuery = login["placement"] == "query"
    var lost: [String] = []
    if !login["expiresIn"].isEmpty { lost.append("the times that are added to the claims") }
    if !isInQuery, !login["name"].isEmpty { lost.append("the name of the header") }
    if !lost.isEmpty {
      let what = lost.joined(separator: " and ")
      notices.append(Notice(.warning, name, "of a jwt login, \(what) cannot be written: Postman has no such field"))
    }
    var fields = [
      ("algorithm", algorithm), (isShared ? "secret" : "privateKey", login["key"]), ("payload", login["claims"]),
      ("addTokenTo", isInQuery ? "queryParam" : "header"),
    ]
    if isShared { fields.append(("isSecretBase64Encoded", login["encoding"] == "base64" ? "true" : "false")) }
    if !login["header"].isEmpty { fields.append(("header", login["header"])) }
    if isInQuery {
      fields.append(("queryParamKey", login["name"].isEmpty ? "token" : login["name"]))
    } else {
      fields.append(("headerPrefix", login["prefix"].isEmpty ? "Bearer" : login["prefix"]))
    }
    return fields
  }
}
