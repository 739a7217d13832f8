package import Basics
package import HTTPModel

extension ScriptRecord {
  /// The recorded jobs without secrets: those that are known, and those that a name suggests. A job whose inputs had
  /// some is marked as `masked`.
  package static func masked(_ jobs: JSONValue, by redaction: Redaction) -> JSONValue {
    guard !redaction.isNone else { return jobs }
    return .array((jobs.array ?? []).map { masked(job: $0, by: redaction) })
  }

  private static func masked(job: JSONValue, by redaction: Redaction) -> JSONValue {
    let mask = InputMask(redaction: redaction)
    var masked = job
    masked["inputs"] = nil
    masked = masked.masked(by: redaction, except: [])
    if let request = job["request"] { masked["request"] = mask.masked(request) }
    guard let inputs = job["inputs"] else { return masked }
    var shown = mask.masked(inputs)
    if case .object(let scopes)? = inputs["scopes"] {
      shown["scopes"] = .object(scopes.map { JSONValue.Member($0.name, mask.masked(variables: $0.value)) })
    }
    shown["names"] = inputs["names"].map { mask.masked(variables: $0) }
    masked["inputs"] = shown
    if shown != inputs || masked["request"] != job["request"] { masked["masked"] = .bool(true) }
    return masked
  }
}

/// Masks the inputs of scripts, and the requests that they have changed, by the names of headers, parameters, cookies
/// and variables.
private struct InputMask {
  let redaction: Redaction

  private var hidden: JSONValue { .string(redaction.mask) }

  /// - Parameter isLogin: whether the value belongs to a login, whose values are all secret.
  func masked(_ json: JSONValue, isLogin: Bool = false) -> JSONValue {
    switch json {
    case .null, .bool, .number: return json
    case .string(let text): return .string(redaction.masked(text: text))
    case .array(let items): return .array(items.map { masked($0, isLogin: isLogin) })
    case .object(let members):
      return .object(
        members.map { member in
          JSONValue.Member(member.name, masked(member, of: json, isLogin: isLogin || member.name == "auth"))
        })
    }
  }

  private func masked(_ member: JSONValue.Member, of object: JSONValue, isLogin: Bool) -> JSONValue {
    guard let text = member.value.string else { return masked(member.value, isLogin: isLogin) }
    switch member.name {
    case "url": return .string(redaction.masked(url: text))
    case "body", "raw":
      let bytes = redaction.masked(bytes: Array(text.utf8), type: "application/x-www-form-urlencoded")
      return .string(String(decoding: bytes, as: UTF8.self))
    case "value" where object["domain"] != nil: return hidden
    case "value":
      guard let name = object["key"]?.string, !Self.isTemplate(text) else { break }
      if isLogin || CredentialName.isOne(name) { return hidden }
      return .string(redaction.masked(Header(name, text)).value)
    default: break
    }
    return .string(redaction.masked(text: text))
  }

  /// A variable in the place of a value is no secret.
  private static func isTemplate(_ text: String) -> Bool {
    text.isEmpty || text.hasPrefix("{{") && text.hasSuffix("}}") && !text.dropFirst(2).contains("{")
  }

  func masked(variables: JSONValue) -> JSONValue {
    guard case .object(let members) = variables else { return variables }
    return .object(
      members.map { member in
        let isSecret = VariableTable.namesSecret(member.name)
        return JSONValue.Member(member.name, isSecret ? hidden : member.value.masked(by: redaction, except: []))
      })
  }
}
