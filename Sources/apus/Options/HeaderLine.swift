import Basics
import Networking

/// One `-H`, parsed as in curl: a field to send as written, to send empty, or to omit.
struct HeaderLine: Hashable {
  enum Meaning: Hashable {
    case send(Header)
    case remove
  }

  let name: String
  let meaning: Meaning

  init(_ text: String) throws(Failure) {
    if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
      name = String(text[..<colon])
      let written = text[text.utf8.index(after: colon)...]
      let isBlank = written.utf8.allSatisfy(\.isBlank)
      meaning = isBlank ? .remove : .send(Header(name, behindColon: written))
    } else if text.hasSuffix(";") {
      name = String(text.dropLast())
      meaning = .send(Header(name, ""))
    } else {
      throw Failure(.usage, "-H '\(text)' is no header; write -H 'Name: value'")
    }
    guard !name.isEmpty else { throw Failure(.usage, "-H '\(text)' has no name") }
  }
}
