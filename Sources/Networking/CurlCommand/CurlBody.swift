import Basics
import HTTPTypes

/// The part of a command that sends the body, and what curl infers from it.
struct CurlBody {
  typealias Term = CurlCommand.Term

  /// Linux limits one argument to 128 KiB; longer texts go through standard input.
  static let longestArgument = 100_000
  /// From this size on curl sends `Expect: 100-continue`.
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

  /// Whether curl adds a Content-Type.
  var impliesType: Bool { impliedMethod == "POST" }

  init(_ request: Request, style: CurlCommand.Style, mask: CurlMask) {
    impliesExpect = (request.body.count ?? Self.expectThreshold) >= Self.expectThreshold
    if request.body != .none { impliedMethod = "POST" }
    // For forms curl always writes the type with a space.
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
      let text = content.contains(0) ? nil : String(validating: content, as: UTF8.self)
      input = [text.map { .text(mask.body($0)) } ?? .bytes(mask.bytes(content, type: type?.value ?? ""))]
    }
  }

  /// The field to give to curl; `nil` if curl writes an identical one itself.
  func remaining(_ field: Header) -> Header? {
    if isUpload, field == Header("Expect", "100-continue"), impliesExpect { return nil }
    guard field.name.equalsIgnoringCase("Content-Type"), impliesType else { return field }
    if form != nil { return nil }
    return field == Header("Content-Type", "application/x-www-form-urlencoded") ? nil : field
  }

  private mutating func useBytes(_ bytes: [UInt8], type: String, mask: CurlMask) {
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      return useInput([.bytes(mask.bytes(bytes, type: type))])
    }
    let masked = Self.masked(text, type: type, mask: mask)
    if masked.utf8.count > Self.longestArgument {
      useInput([.text(masked)])
    } else {
      terms = [Term(masked.utf8.first == UInt8(ascii: "@") ? "--data-raw" : "-d", masked)]
    }
  }

  /// Uses `-T` for a PUT of a file, which curl neither loads into memory nor drops after a redirect. Not if the URL
  /// ends in a slash, where curl would append the file name, or if curl would see a pattern in the name.
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

  /// The masked body; in a multipart form the names are in the heads of its parts.
  private static func masked(_ text: String, type: String, mask: CurlMask) -> String {
    guard type.asciiLowercased.hasPrefix("multipart/") else { return mask.body(text) }
    return String(decoding: mask.bytes(Array(text.utf8), type: type), as: UTF8.self)
  }

  private mutating func usePieces(_ pieces: [RequestBody.Piece], type: String, mask: CurlMask) {
    useInput(
      pieces.map { piece in
        switch piece {
        case .bytes(let bytes):
          let text = bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
          return text.map { .text(Self.masked($0, type: type, mask: mask)) } ?? .bytes(mask.bytes(bytes, type: type))
        case .file(let path, _): return .file(Self.fileName(path))
        }
      })
  }

  private mutating func useInput(_ input: [CurlCommand.Input]) {
    self.input = input
    terms = [Term("--data-binary", "@-")]
  }

  /// `-` alone means standard input to curl, and cat takes a leading hyphen for an option.
  static func fileName(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }
}
