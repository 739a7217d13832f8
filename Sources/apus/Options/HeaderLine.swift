/// One `-H`: a field to send, to send empty, or to leave out.
struct HeaderLine: Hashable {
  enum Meaning: Hashable {
    case send(String)
    case remove
  }

  let name: String
  let meaning: Meaning

  init(_ text: String) throws(Failure) {
    if let colon = text.firstIndex(of: ":") {
      name = String(text[..<colon])
      let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      meaning = value.isEmpty ? .remove : .send(String(value))
    } else if text.hasSuffix(";") {
      name = String(text.dropLast())
      meaning = .send("")
    } else {
      throw Failure(.usage, "-H '\(TerminalText.shown(text))' is no header; write -H 'Name: value'")
    }
    guard !name.isEmpty else { throw Failure(.usage, "-H '\(TerminalText.shown(text))' has no name") }
  }
}
