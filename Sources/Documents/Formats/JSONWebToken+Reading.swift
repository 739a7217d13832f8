extension JSONWebToken {
  /// The first token in a text: a word of a header line, a parameter of a URL, the text itself.
  package static func first(in text: String) -> JSONWebToken? {
    // The Base64 encoding of `{"`, with which the header of every token starts.
    let mark = "eyJ"
    var rest = text[...]
    while let found = rest.firstRange(of: mark) {
      let word = rest[found.lowerBound...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.=".contains($0)) }
      if let token = JSONWebToken(String(word)) { return token }
      rest = rest[word.endIndex...]
    }
    return nil
  }

  /// Header and claims as one JSON document, with times in words.
  ///
  /// - Parameter now: seconds since 1970, to tell whether the token has expired.
  package func document(nowInSeconds now: Double) -> Document {
    var text = Array("{\"header\": ".utf8) + header + Array(", \"payload\": ".utf8) + payload
    let words = claims(now)
    if !words.isEmpty {
      let members = words.map { "\"\($0.name)\": \"\($0.words)\"" }.joined(separator: ", ")
      text += Array(", \"moments\": {\(members)}".utf8)
    }
    text += Array(", \"signature\": \"\(signature.count) bytes, not verified\"}".utf8)
    return Document(bytes: text, kind: .json)
  }

  /// The registered claims that are times (RFC 7519 section 4.1).
  private func claims(_ now: Double) -> [(name: String, words: String)] {
    let document = Document(bytes: payload, kind: .json)
    document.advanceToEnd()
    guard let index = document.text.index.json else { return [] }
    return payload.withUnsafeBytes { bytes in
      guard let cursor = JSONCursor(bytes, index: index), let root = cursor.root, cursor.byte(root) == 0x7B else {
        return []
      }
      return ["iat", "nbf", "exp"].compactMap { name in
        guard let seconds = Self.number(named: name, of: root, cursor) else { return nil }
        let state = name == "exp" ? (seconds <= now ? ", expired" : ", still valid") : ""
        return (name, Moment.utc(seconds) + state)
      }
    }
  }

  private static func number(named name: String, of object: Int, _ cursor: JSONCursor) -> Double? {
    var offset = object + 1
    while let member = cursor.child(at: offset, isObject: true, index: 0) {
      offset = cursor.end(member.value)
      guard let key = member.key, cursor.key(key, equals: Array(name.utf8)) else { continue }
      switch cursor.value(member.value) {
      case .integer(let value): return Double(value)
      case .number(let value): return value
      default: return nil
      }
    }
    return nil
  }
}
