import Basics
import HTTPTypes

/// The part of a command that sends the body, and the headers and method that curl infers from it.
struct CurlBody {
  typealias Term = CurlCommand.Term

  /// Linux limits one argument to 128 KiB; longer texts go through standard input.
  static let longestArgument = 100_000
  /// The size from which curl sends `Expect: 100-continue`.
  static let expectThreshold = 1_000_000

  private(set) var terms: [Term] = []
  private(set) var input: [CurlCommand.Input] = []
  private(set) var notices: [String] = []
  private(set) var impliesExpect: Bool
  private var form: CurlForm?

  /// `-T`, which curl does not treat as a POST.
  private var isUpload = false
  /// A POST without a body, for which curl needs an empty `-d`.
  private(set) var isEmptyPost = false

  /// The method that curl infers from the body; `nil` without one.
  private(set) var impliedMethod: String?

  /// True if curl adds a Content-Type.
  var impliesType: Bool { impliedMethod == "POST" }

  init(_ request: Request, style: CurlCommand.Style, mask: CurlMask) {
    impliesExpect = (request.body.count ?? Self.expectThreshold) >= Self.expectThreshold
    if request.body != .none { impliedMethod = "POST" }
    // For forms, curl always writes the type with a space.
    let type = request.headers.fields.first { $0.name.equalsIgnoringCase("Content-Type") && !$0.omitsBlank }
    if let parts = request.parts, let form = CurlForm(parts, contentType: type?.value, mask: mask) {
      terms = form.terms
      self.form = form
      return
    }
    switch request.body {
    case .none where style == .exact && request.method == .post && CurlRedirects.turnsToGet(request):
      // With `-X POST` curl would use POST again after every redirect.
      isEmptyPost = true
      impliedMethod = "POST"
      terms = [Term("-d", "")]
    case .none: break
    case .bytes(let bytes): useBytes(bytes, type: type?.value ?? "", mask: mask)
    case .file(let path, _): useFile(path, of: request)
    case .sequence(let pieces): usePieces(pieces, type: type?.value ?? "", mask: mask)
    case .stream(let stream):
      impliedMethod = "PUT"
      terms = [Term("-T", "-")]
      guard let content = stream.content else {
        notices.append("the body is produced while sending: pipe it to curl's standard input")
        return
      }
      let text = content.contains(0) ? nil : String(utf8: content)
      input = [text.map { .text(mask.body($0)) } ?? .bytes(mask.bytes(content, type: type?.value ?? ""))]
    }
  }

  /// The field to pass to curl; `nil` if curl writes an identical one itself.
  func remaining(_ field: Header) -> Header? {
    if isUpload, field == Header("Expect", "100-continue"), impliesExpect { return nil }
    guard field.name.equalsIgnoringCase("Content-Type"), impliesType else { return field }
    if form != nil { return nil }
    return field == Header("Content-Type", "application/x-www-form-urlencoded") ? nil : field
  }

  private mutating func useBytes(_ bytes: [UInt8], type: String, mask: CurlMask) {
    guard let text = String(utf8: bytes), !bytes.contains(0) else {
      return useInput([.bytes(mask.bytes(bytes, type: type))])
    }
    let masked = Self.masked(text, type: type, mask: mask)
    if masked.utf8.count > Self.longestArgument {
      useInput([.text(masked)])
    } else {
      terms = [Term(masked.utf8.first == UInt8(ascii: "@") ? "--data-raw" : "-d", masked)]
    }
  }

  /// Uses `-T` for a PUT of a file: curl does not load it into memory and keeps it after a redirect. Not used if the
  /// URL ends in a slash, because curl would append the file name, or if curl would see a pattern in the name.
  private mutating func useFile(_ path: String, of request: Request) {
    let target = request.url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let namesFile = target.last != UInt8(ascii: "/") && target.split(separator: UInt8(ascii: "/")).count > 2
    let name = Self.fileName(path)
    guard request.method == .put, namesFile, name != ".", !name.utf8.contains(where: { "[]{}\\".utf8.contains($0) })
    else {
      terms = [Term("--data-binary", "@" + name)]
      return
    }
    isUpload = true
    impliedMethod = "PUT"
    impliesExpect = request.body.count != 0
    terms = [Term("-T", name)]
  }

  /// The masked body. In a multipart form the names are in the headers of its parts.
  private static func masked(_ text: String, type: String, mask: CurlMask) -> String {
    guard type.asciiLowercased.hasPrefix("multipart/") else { return mask.body(text) }
    return String(decoding: mask.bytes(Array(text.utf8), type: type), as: UTF8.self)
  }

  private mutating func usePieces(_ pieces: [Request.Body.Piece], type: String, mask: CurlMask) {
    useInput(
      pieces.map { piece in
        switch piece {
        case .bytes(let bytes):
          let text = bytes.contains(0) ? nil : String(utf8: bytes)
          return text.map { .text(Self.masked($0, type: type, mask: mask)) } ?? .bytes(mask.bytes(bytes, type: type))
        case .file(let path, _): return .file(Self.fileName(path))
        }
      })
  }

  private mutating func useInput(_ input: [CurlCommand.Input]) {
    self.input = input
    terms = [Term("--data-binary", "@-")]
  }

  /// Adds `./` to a leading hyphen: `-` means standard input to curl, and cat reads it as an option.
  static func fileName(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }
}

/// A multipart body expressed with `-F` and `--form-string`, if curl then sends the same bytes except for the boundary.
struct CurlForm {
  let terms: [CurlCommand.Term]

  /// `nil` if curl would send a different body; the bytes themselves are needed then.
  init?(_ form: Multipart, contentType: String?, mask: CurlMask) {
    // For any other type, curl sends the parts as attachments.
    guard let contentType, Self.withoutBoundary(contentType) == "multipart/form-data", !form.parts.isEmpty else {
      return nil
    }
    var terms: [CurlCommand.Term] = []
    for part in form.parts {
      guard let term = Self.term(part, mask: mask) else { return nil }
      terms.append(term)
    }
    self.terms = terms
  }

  /// curl appends the boundary to any multipart type.
  private static func withoutBoundary(_ type: String) -> String? {
    guard let range = type.utf8.range(ofBytes: "; boundary="), type.utf8.starts(with: "multipart/".utf8),
      !type.utf8[range.upperBound...].contains(UInt8(ascii: ";"))
    else { return nil }
    return String(type[..<range.lowerBound])
  }

  private static func term(_ part: Multipart.Part, mask: CurlMask) -> CurlCommand.Term? {
    guard let part = part.head.map({ part.described(by: $0) }) ?? part, keepsOrder(part) else { return nil }
    // curl ends the name at the first `=`, and omits an empty one.
    guard !part.name.isEmpty, !part.name.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == 0 }) else {
      return nil
    }
    switch part.content {
    case .text(let text): return literal(text, part, mask: mask)
    case .data(let bytes):
      return String(utf8: bytes).flatMap { literal($0, part, mask: mask) }
    case .file(let path): return file(path, part)
    case .stream: return nil
    }
  }

  /// True if the headers have curl's order: its own disposition, then the type, then all others.
  private static func keepsOrder(_ part: Multipart.Part) -> Bool {
    func place(_ name: String) -> Int? { part.headers.fields.lastIndex { $0.name.equalsIgnoringCase(name) } }
    let ownType = place("Content-Type")
    guard let own = place("Content-Disposition") else { return ownType ?? 0 == 0 }
    return own == 0 && ownType == nil && part.sentContentType == nil
  }

  private static func literal(_ text: String, _ part: Multipart.Part, mask: CurlMask) -> CurlCommand.Term? {
    let value = mask.part(named: part.name, text)
    guard !value.utf8.contains(0), value.utf8.count <= CurlBody.longestArgument else { return nil }
    if let name = part.sentFileName {
      // curl guesses a missing type from the name.
      let guess = Multipart.Part("", .file(path: name)).sentContentType
      let isGuessed = guess != nil && guess != "application/octet-stream"
      guard part.sentContentType != nil || part.headers["Content-Type"] != nil || !isGuessed else { return nil }
      let attributes = attributes(part, guessed: nil) + ";filename=\(quoted(name))"
      return CurlCommand.Term("-F", "\(part.name)=\(quoted(value))\(attributes)")
    }
    if part.sentContentType == nil, part.headers.isEmpty {
      return CurlCommand.Term(isSafe(value) ? "-F" : "--form-string", "\(part.name)=\(value)")
    }
    return CurlCommand.Term("-F", "\(part.name)=\(quoted(value))\(attributes(part, guessed: nil))")
  }

  private static func file(_ path: String, _ part: Multipart.Part) -> CurlCommand.Term? {
    guard part.sentContentType != nil || part.headers["Content-Type"] != nil else { return nil }
    let name = CurlBody.fileName(path)
    let word = isSafe(name) && !name.utf8.contains(UInt8(ascii: ",")) ? name : quoted(name)
    guard let fileName = part.sentFileName else {
      return CurlCommand.Term("-F", "\(part.name)=<\(word)\(attributes(part, guessed: nil))")
    }
    var text = attributes(part, guessed: Multipart.Part("", .file(path: path), fileName: fileName).sentContentType)
    if fileName != Multipart.Part("", .file(path: path)).sentFileName { text += ";filename=\(quoted(fileName))" }
    return CurlCommand.Term("-F", "\(part.name)=@\(word)\(text)")
  }

  /// `;type=…;headers=…`, unless curl would infer the same.
  private static func attributes(_ part: Multipart.Part, guessed: String?) -> String {
    var text = ""
    if part.headers["Content-Type"] == nil, let type = part.sentContentType, type != guessed {
      text += isMediaType(type) ? ";type=\(type)" : ";headers=\(quoted("Content-Type: \(type)"))"
    }
    return text + part.headers.fields.map { ";headers=\(quoted($0.line))" }.joined()
  }

  /// True if `-F` passes the text unchanged: it splits at `;`, trims blanks, and reads files or nested parts.
  private static func isSafe(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return true }
    let blanks = " \t\n\r\u{0B}\u{0C}".utf8
    return !"@<(\")".utf8.contains(first) && !blanks.contains(first) && !blanks.contains(last)
      && !text.utf8.contains(UInt8(ascii: ";"))
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  /// `type=` accepts `major/minor` with simple parameters and no surrounding spaces.
  private static func isMediaType(_ type: String) -> Bool {
    func isAllowed(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F && !"\"\\,;".utf8.contains(byte) }
    let parts = type.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard let media = parts.first, media.allSatisfy(isAllowed) else { return false }
    let halves = media.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard halves.count == 2, halves.allSatisfy({ !$0.isEmpty && $0.count < 100 }) else { return false }
    return parts.dropFirst().allSatisfy { parameter in
      let text = parameter.drop { $0 == 0x20 }
      let name = String(decoding: text.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self).lowercased()
      return !text.isEmpty && text.allSatisfy(isAllowed) && !["type", "filename", "headers", "encoder"].contains(name)
    }
  }
}

extension Multipart.Part {
  /// The part whose fields produce these lines; `nil` if there is none.
  fileprivate func described(by lines: [String]) -> Multipart.Part? {
    var part = self
    part.head = nil
    part.headers = Headers()
    part.fileName = sentFileName ?? ""
    part.contentType = ""
    let usual = part.headLines
    var rest = lines[...]
    if rest.first == usual.first { rest.removeFirst() }
    let type = "Content-Type: "
    if let line = rest.first, line.utf8.starts(with: type.utf8) {
      part.contentType = String(Substring(line.utf8.dropFirst(type.utf8.count)))
      rest.removeFirst()
    }
    for line in rest {
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].utf8.allSatisfy(\.isToken)
      else { return nil }
      part.headers.fields.append(
        Header(String(line[..<colon]), behindColon: line[line.utf8.index(after: colon)...]))
    }
    return part.headLines == lines ? part : nil
  }
}
