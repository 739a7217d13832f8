import Basics

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
    redaction.isNone ? pair : masked(pair, at: Redaction.password(in: pair).map { [$0] } ?? [])
  }

  /// Masks these ranges and secret texts in the text as it is; nothing and the name of a variable reveal nothing.
  private func masked(_ text: String, at ranges: [Range<Int>]) -> String {
    let bytes = Array(text.utf8)
    let secret = ranges.filter { range in
      !range.isEmpty && !variables.contains { $0.utf8.elementsEqual(bytes[range]) }
    }
    return redaction.masked(text, at: secret)
  }

  func url(_ url: String) -> String {
    redaction.isNone ? url : masked(url, at: redaction.credentials(inURL: url))
  }

  /// `a=1&b=2` with values of secret names masked.
  func form(_ text: String) -> String { masked(text, at: redaction.formValues(in: text)) }

  /// Masks a binary body.
  func bytes(_ bytes: [UInt8], type: String) -> [UInt8] { redaction.masked(bytes: bytes, type: type) }

  /// Masks a text body: forms and JSON by their names, any other text by the secrets in it.
  func body(_ text: String) -> String {
    guard !redaction.isNone else { return text }
    let isForm =
      text.utf8.contains(UInt8(ascii: "="))
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"{}<>\"".utf8.contains($0) }
    if isForm { return form(text) }
    return redaction.masked(json: text, keepingValuesWith: variables)
  }

  /// Masks the value of a form part.
  func part(named name: String, _ value: String) -> String {
    redaction.parameterNames.contains(name.asciiLowercased) ? secret(value) : text(value)
  }
}
