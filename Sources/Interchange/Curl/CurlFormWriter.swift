import Basics
import Networking
import Workspaces

/// Converts the parts of a command's form to those of a request: as far as possible to what a saved request can hold,
/// and otherwise to the exact lines and bytes that curl writes.
struct CurlFormWriter {
  /// A part, and what a saved one cannot hold.
  struct Part {
    var part: FormPart
    /// The lines of its head, if they differ from those that the part itself would give.
    var head: [String]?
    var encoding: PartEncoding?
  }

  let input: CurlInput
  let escapesNames: Bool
  private(set) var notices: [ImportNotice] = []

  init(input: CurlInput, escapesNames: Bool) {
    self.input = input
    self.escapesNames = escapesNames
  }

  /// Several files under one name form one multipart. To be saved, unless they are text, each becomes a part of its
  /// own, because a saved form refers to files.
  mutating func separated(_ part: CurlMimePart) -> [CurlMimePart] {
    guard part.isFileList, !input.isHere, case .parts(let files) = part.content else { return [part] }
    let isText = files.allSatisfy { content(of: $0).map { String(validating: $0, as: UTF8.self) != nil } ?? false }
    if isText { return [part] }
    notices.append(
      ImportNotice(
        .warning, line: part.line, "curl puts the files of \(part.name) into one part: here each is sent separately"))
    return files.map { file in
      var file = file
      file.name = part.name
      return file
    }
  }

  /// - Parameter disposition: the disposition of the form's parts; `nil` for any other multipart type.
  mutating func part(_ part: CurlMimePart, disposition: String?) -> Part? {
    var made: Part
    var boundary: String?
    switch part.content {
    case .text(let text): made = Part(part: FormPart(part.name, .text(text)))
    case .file(let path):
      made = Part(part: FormPart(part.name, .files([path])))
      if input.isHere, input.changeTime(of: path) == nil {
        notices.append(ImportNotice(.error, line: part.line, "\(path) cannot be read"))
      }
    case .content(let path):
      made = Part(part: FormPart(part.name, .files([path])))
      guard let bytes = input.read(input.content(of: path, isDotInput: false)) else {
        let isGone = input.isHere
        notices.append(
          ImportNotice(
            isGone ? .error : .warning, line: part.line,
            isGone ? "\(path) cannot be read" : "the text in \(path) is sent as a file with a name"))
        return made
      }
      Self.put(bytes, into: &made)
    case .input(let bytes, _):
      made = Part(part: FormPart(part.name, .text("")))
      Self.put(bytes, into: &made)
    case .parts(let parts):
      made = Part(part: FormPart(part.name, .text("")))
      let body = body(parts, of: part)
      boundary = body.boundary
      Self.put(body.bytes, into: &made, isEscaped: true)
      if !body.isCounted {
        made.encoding = PartEncoding(encoder: .none, content: made.encoding?.content, isCounted: false)
      }
    }
    made.part.fileName = part.fileName
    let head = part.head(disposition: disposition, escapesNames: escapesNames, boundary: boundary)
    if case .files = made.part.content, part.type == nil {} else { made.part.contentType = Self.type(in: head) ?? "" }
    encode(&made, part)
    if made.plain.headLines != head { made.head = head }
    return made
  }

  private static func type(in head: [String]) -> String? {
    head.lazy.compactMap { CurlMimePart.value(of: "Content-Type", in: $0) }.first
  }

  /// As text if it is text, so that it can be shown and edited.
  private static func put(_ bytes: [UInt8], into made: inout Part, isEscaped: Bool = false) {
    if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) {
      made.part.content = .text(isEscaped ? text : TemplateBraces.escaping(text))
    } else {
      made.encoding = PartEncoding(encoder: .none, content: isEscaped ? unescaped(bytes) : bytes)
    }
  }

  private mutating func encode(_ made: inout Part, _ part: CurlMimePart) {
    guard let encoder = encoder(of: part) else { return }
    var content = made.encoding?.content
    if case .files(let paths) = made.part.content, content == nil, let path = paths.first {
      content = input.read(input.content(of: path, isDotInput: false))
      guard content != nil else {
        // A missing file is refused when the request is built.
        guard !input.isHere else { return }
        return notices.append(
          ImportNotice(
            .warning, line: part.line, "the encoder \(part.encoder ?? "") of part \(part.name) is not carried over"))
      }
    }
    // The length of an empty part is known, whatever the encoder.
    if case .text("") = made.part.content, content == nil { content = [] }
    made.encoding = PartEncoding(encoder: encoder, content: content)
  }

  /// `nil` for an encoder that changes nothing.
  private mutating func encoder(of part: CurlMimePart) -> PartEncoding.Encoder? {
    guard let name = part.encoder?.lowercased() else { return nil }
    switch name {
    case "8bit", "binary": return nil
    case "7bit":
      guard let bytes = content(of: part), bytes.contains(where: { $0 >= 0x80 }) else { return nil }
      notices.append(
        ImportNotice(.error, line: part.line, "the part \(part.name) is not 7bit: curl does not send it"))
    case "base64": return .base64
    case "quoted-printable": return .quotedPrintable
    default:
      notices.append(ImportNotice(.error, line: part.line, "curl has no encoder \(name) for the part \(part.name)"))
    }
    return nil
  }

  /// The bytes of a part without nested parts; `nil` if a file cannot be read.
  private func content(of part: CurlMimePart) -> [UInt8]? {
    switch part.content {
    case .text(let text): Array(text.utf8)
    case .input(let bytes, _): bytes
    case .file(let path), .content(let path): input.read(input.content(of: path, isDotInput: false))
    case .parts: nil
    }
  }
}

extension CurlFormWriter {
  /// The content of a nested multipart (RFC 2046, section 5.1).
  private struct Body {
    var bytes: [UInt8] = []
    var boundary = ""
    /// Whether curl knows its length before sending.
    var isCounted = true
  }

  private mutating func body(_ parts: [CurlMimePart], of outer: CurlMimePart) -> Body {
    let isForm = outer.sentType.map { CurlMimePart.isType($0, "multipart/form-data") } ?? false
    var body = Body()
    var sections: [[UInt8]] = []
    for part in parts {
      var boundary: String?
      var content: [UInt8]
      if case .parts(let inner) = part.content {
        let nested = self.body(inner, of: part)
        (content, boundary) = (nested.bytes, nested.boundary)
        if !nested.isCounted { body.isCounted = false }
      } else {
        guard let bytes = inside(part) else { continue }
        content = bytes
        if let encoder = encoder(of: part) {
          content = encoder.encode(Self.unescaped(content))
          if encoder == .quotedPrintable, !content.isEmpty { body.isCounted = false }
        }
      }
      let head = part.head(disposition: isForm ? "form-data" : nil, escapesNames: escapesNames, boundary: boundary)
      sections.append(Array(head.map { $0 + "\r\n" }.joined().utf8) + [0x0D, 0x0A] + content)
    }
    body.boundary = Self.boundary(for: sections)
    for section in sections { body.bytes += Array("--\(body.boundary)\r\n".utf8) + section + [0x0D, 0x0A] }
    body.bytes += "--\(body.boundary)--\r\n".utf8
    return body
  }

  /// The content of a nested part; if it is text, braces are escaped.
  private mutating func inside(_ part: CurlMimePart) -> [UInt8]? {
    guard let bytes = content(of: part) else {
      notices.append(
        ImportNotice(
          input.isHere ? .error : .warning, line: part.line,
          "a file inside of the part is not carried over: it cannot be read"))
      return nil
    }
    if case .text = part.content { return bytes }
    return String(validating: bytes, as: UTF8.self).map { Array(TemplateBraces.escaping($0).utf8) } ?? bytes
  }

  /// Replaces escaped braces with braces.
  private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    let token = Array("{{\(TemplateBraces.name)}}".utf8)
    guard bytes.firstRange(of: token) != nil else { return bytes }
    return bytes.replacing(token, with: Array("{{".utf8))
  }

  /// As long as curl's own; derived from the parts, so that the same command always gives the same bytes, and a nested
  /// boundary never ends the outer part.
  static func boundary(for sections: [[UInt8]]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in sections.joined(separator: [0x0A]) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return String(repeating: "-", count: 24) + Hexadecimal.text(hash, digits: 22)
  }
}

extension CurlFormWriter.Part {
  /// The part as a request encodes it by default.
  fileprivate var plain: Multipart.Part {
    let type = part.contentType.isEmpty ? nil : part.contentType
    switch part.content {
    case .text(let text): return Multipart.Part(part.name, .text(text), fileName: part.fileName, contentType: type)
    case .files(let paths):
      return Multipart.Part(
        part.name, .file(path: paths.first ?? ""), fileName: part.fileName, contentType: type)
    }
  }
}

extension FormPart {
  /// Whether it is an empty row, which no form sends.
  var isBlank: Bool { name.isEmpty && content == .text("") }
}
