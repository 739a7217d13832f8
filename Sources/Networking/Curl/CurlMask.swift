/// Applies a redaction to the parts of a command. Variable names stay: they reveal nothing.
struct CurlMask {
  let redaction: Redaction
  let variables: [String]

  func text(_ text: String) -> String { redaction.masked(text: text) }

  /// Masks a value that is entirely secret.
  func secret(_ value: String) -> String {
    redaction.isNone || value.isEmpty || variables.contains(value) ? value : redaction.mask
  }

  func header(_ field: Header) -> String {
    let shown = redaction.masked(field).value
    guard shown != field.value, !variables.isEmpty else { return shown }
    let value = String(field.value.split(separator: " ", maxSplits: 1).last ?? "")
    return variables.contains(value) ? redaction.masked(text: field.value) : shown
  }

  /// `name:password` with the password masked.
  func credentials(_ pair: String) -> String {
    guard let colon = pair.utf8.firstIndex(of: UInt8(ascii: ":")) else { return text(pair) }
    let password = String(pair[pair.utf8.index(after: colon)...])
    return text(String(pair[..<colon])) + ":" + secret(password)
  }

  func url(_ url: String) -> String {
    guard !redaction.isNone else { return url }
    guard !variables.isEmpty else { return redaction.masked(url: url) }
    var parts = URLParts(url)
    parts.userinfo = parts.userinfo.map(credentials)
    parts.query = parts.query.map(form)
    return redaction.masked(text: parts.description)
  }

  /// `a=1&b=2` with values of secret names masked.
  func form(_ text: String) -> String {
    let rows = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { row in
      let written = String(Substring(row))
      let value = row.firstIndex(of: UInt8(ascii: "=")).map { String(Substring(row[row.index(after: $0)...])) }
      return value.map(variables.contains) == true ? written : redaction.masked(form: written)
    }
    return redaction.masked(text: rows.joined(separator: "&"))
  }

  /// Masks a binary body.
  func bytes(_ bytes: [UInt8], type: String) -> [UInt8] { redaction.masked(bytes: bytes, type: type) }

  /// Masks a text body: forms and JSON by their names, any other text by the secrets in it.
  func body(_ text: String) -> String {
    guard !redaction.isNone else { return text }
    let isForm =
      text.utf8.contains(UInt8(ascii: "="))
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"{}<>\"".utf8.contains($0) }
    if isForm { return form(text) }
    return redaction.masked(text: redaction.masked(json: text, keepingValuesWith: variables))
  }

  /// Masks the value of a form part.
  func part(named name: String, _ value: String) -> String {
    redaction.parameterNames.contains(name.asciiLowercased) ? secret(value) : text(value)
  }
}
