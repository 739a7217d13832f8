import Basics
import Networking

/// A body as a program can write it.
enum CodeBody {
  case none
  /// One after the other, at least one.
  case content([CodePiece])
  /// The parts of a form, for a library that has its own.
  case form([CodePart])

  /// `nil` for a body that cannot be written down.
  init?(of request: Request, _ redaction: Redaction, hasForms: Bool) {
    let type = request.headers["Content-Type"] ?? ""
    if hasForms, let form = request.parts, Self.isForm(type) {
      let parts = form.parts.compactMap { CodePart($0, redaction) }
      if parts.count == form.parts.count, !parts.isEmpty {
        self = .form(parts)
        return
      }
    }
    func literal(_ bytes: [UInt8]) -> CodePiece { CodePiece(redaction.masked(bytes: bytes, type: type)) }
    switch request.body {
    case .none: self = .none
    case .file(let path, _): self = .content([.file(path)])
    case .bytes(let bytes): self = .content([literal(bytes)])
    case .stream(let stream):
      guard let content = stream.content else { return nil }
      self = .content([literal(content)])
    case .sequence(let pieces):
      self = .content(
        pieces.map { piece in
          switch piece {
          case .bytes(let bytes): literal(bytes)
          case .file(let path, _): .file(path)
          }
        })
    }
  }

  /// Whether the type says nothing that a library would not write itself.
  private static func isForm(_ type: String) -> Bool {
    let parts = type.utf8.split(separator: UInt8(ascii: ";"))
    return parts.count == 2 && String(Substring(parts[0])).trimmed.asciiLowercased == "multipart/form-data"
  }

  var isNone: Bool { if case .none = self { true } else { false } }

  /// The pieces, unless it is a form.
  var pieces: [CodePiece] { if case .content(let pieces) = self { pieces } else { [] } }

  var parts: [CodePart] { if case .form(let parts) = self { parts } else { [] } }

  /// The body as one text; `nil` if it is none.
  var text: String? {
    if case .content(let pieces) = self, pieces.count == 1, case .text(let text) = pieces[0] { text } else { nil }
  }

  /// Whether any of it is bytes that are no text.
  var hasBytes: Bool { (pieces + parts.map(\.content)).contains { if case .bytes = $0 { true } else { false } } }

  /// Whether any of it is read from a file.
  var hasFiles: Bool { (pieces + parts.map(\.content)).contains { if case .file = $0 { true } else { false } } }
}

/// A piece of a body.
enum CodePiece: Equatable {
  case text(String)
  case bytes([UInt8])
  /// The content of the file at this path.
  case file(String)

  init(_ bytes: [UInt8]) { self = String(validating: bytes, as: UTF8.self).map(CodePiece.text) ?? .bytes(bytes) }
}

/// A part of a form that every library writes alike: a text, or a file with its name and type.
struct CodePart {
  let name: String
  let content: CodePiece
  let file: (name: String, type: String)?

  /// `nil` for a part that libraries write differently.
  init?(_ part: Multipart.Part, _ redaction: Redaction) {
    guard part.headers.isEmpty, part.head == nil, Self.isPlain(part.name) else { return nil }
    name = redaction.masked(text: part.name)
    switch part.content {
    case .text(let text): content = .text(redaction.masked(text, ofPart: part.name))
    case .data(let bytes): content = CodePiece(redaction.masked(bytes: bytes, type: part.sentContentType ?? ""))
    case .file(let path): content = .file(path)
    case .stream: return nil
    }
    switch (part.sentFileName, part.sentContentType) {
    case (let name?, let type?) where Self.isPlain(name) && Self.isPlain(type): file = (name, type)
    case (nil, nil):
      // Browsers change the line ends of a text.
      guard case .text(let text) = content, !text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
      file = nil
    default: return nil
    }
  }

  /// Whether nothing in it is escaped, in any of the ways there are.
  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }
}
