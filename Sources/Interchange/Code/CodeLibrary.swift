import Basics
import HTTPModel

/// An HTTP library and its abilities: a request is fitted to it before it is written.
struct CodeLibrary: Sendable {
  /// The text that the library accepts in a header value.
  enum HeaderText {
    /// Any text without line ends, as in Apus.
    case any
    /// No control characters.
    case printable
    /// Printable ASCII.
    case ascii
  }

  /// The treatment of URLs with unusual characters.
  enum URLUse {
    /// The URL is sent as written.
    case asWritten
    /// Only the characters of RFC 3986 are accepted; others are encoded in the program.
    case encoded
    /// The library encodes characters, decodes needless escapes, and removes dot segments.
    case normalized
    /// The library parses it as browsers do.
    case standard
  }

  /// A feature that the library lacks.
  enum Limitation {
    /// It does not follow redirects.
    case redirects
    case proxy
    /// It always verifies certificates.
    case insecure
  }

  /// `fetch`
  let name: String
  /// The headers that only the library can set, in lower case.
  var ownHeaders: Set<String> = []
  /// True if it sends each name once and joins the values of a repeated name with commas.
  var joinsHeaders = false
  var headerText = HeaderText.any
  /// The Content-Type that it adds to a body without one.
  var addedType: String?
  /// True if its own support for forms is used; otherwise a form is written out as bytes.
  var hasForms = false
  var refusedMethods: Set<String> = []
  /// The methods for which it sends no body.
  var bodilessMethods: Set<String> = []
  var capitalizesMethods = false
  var urls = URLUse.asWritten
  var limitations: Set<Limitation> = []
}

/// Fits a request to the abilities of a library, with notices of the changes.
extension CodeLibrary {
  func fitted(_ method: String, body: inout CodeBody?, _ notices: inout [String]) -> String {
    if refusedMethods.contains(method) { notices.append("\(name) refuses the method \(method)") }
    if bodilessMethods.contains(method), let content = body, !content.isNone {
      notices.append("\(name) sends a \(method) without a body: the body is left out")
      body = CodeBody.none
    }
    let capitals = method.uppercased()
    guard capitalizesMethods, capitals != method else { return method }
    notices.append("\(name) writes the method as \(capitals)")
    return capitals
  }

  func fitted(url: String, _ notices: inout [String]) -> String {
    var parts = URLParts(url)
    parts.fragment = nil
    let written = parts.description
    parts.path = PercentEncoding.encode(parts.path, keepsEscapes: true, keeping: ASCIISet.path.contains)
    parts.query = parts.query.map { PercentEncoding.encode($0, keepsEscapes: true, keeping: ASCIISet.query.contains) }
    switch urls {
    case .asWritten: return written
    case .encoded:
      guard parts.description != written else { return written }
      notices.append("\(name) accepts only the characters of RFC 3986 in a URL: others are percent-encoded")
      return parts.description
    case .normalized:
      let target = parts.requestTarget
      let isNormal =
        URLParts(written).requestTarget == target && !Self.hasDots(target) && !Self.hasNeedlessEscape(target)
      if !isNormal { notices.append("\(name) normalizes the URL") }
      return written
    case .standard:
      // The library rejects URLs that browsers reject.
      let standard = (try? URLParts.inBrowser(written))?.requestTarget
      if standard != URLParts(written).requestTarget { notices.append("\(name) normalizes the URL") }
      return written
    }
  }

  private static func hasDots(_ target: String) -> Bool {
    let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
    return path.split(separator: UInt8(ascii: "/")).contains { [".", ".."].contains(String(Substring($0))) }
  }

  /// True if an escape represents a character that needs none (RFC 3986, section 2.3).
  private static func hasNeedlessEscape(_ target: String) -> Bool {
    let pieces = target.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
    return pieces.contains { piece in
      guard let byte = UInt8(String(decoding: piece.prefix(2), as: UTF8.self), radix: 16) else { return false }
      return ASCIISet.unreserved.contains(byte)
    }
  }

  func fitted(_ fields: [Header], body: CodeBody?, _ mask: String, _ notices: inout [String]) -> [CodeHeader] {
    var made: [CodeHeader] = []
    var joined: [String] = []
    let isForm = body.map { if case .form = $0 { true } else { false } } ?? false
    for field in fields {
      let lower = field.name.asciiLowercased
      let value = field.value.trimmingASCII(\.isBlank)
      // Every library writes these together with the body.
      if lower == "content-length" || isForm && lower == "content-type" { continue }
      if let reason = refusal(of: lower, value, mask) {
        notices.append(reason.replacing("HEADER", with: field.name))
        continue
      }
      let isWide = !value.utf8.allSatisfy { $0 < 0x80 } && !value.contains(mask)
      guard joinsHeaders, let index = made.firstIndex(where: { $0.name.equalsIgnoringCase(field.name) }) else {
        made.append(CodeHeader(name: field.name, value: value, isWide: isWide))
        continue
      }
      made[index] = CodeHeader(
        name: made[index].name, value: made[index].value + ", " + value, isWide: made[index].isWide || isWide)
      if !joined.contains(made[index].name) { joined.append(made[index].name) }
    }
    notices += joined.map { "\(name) sends a header once: the \($0) fields are joined by commas" }
    let hasBody = body.map { if case .content = $0 { true } else { false } } ?? false
    if hasBody, let addedType, !made.contains(where: { $0.name.equalsIgnoringCase("Content-Type") }) {
      notices.append("\(name) adds Content-Type: \(addedType)")
    }
    return made
  }

  /// The reason why a header is omitted; `nil` if it is written.
  private func refusal(of lower: String, _ value: String, _ mask: String) -> String? {
    if ownHeaders.contains(lower) { return "\(name) sets HEADER itself" }
    if lower == "transfer-encoding" { return "\(name) sends the body with its length: HEADER is left out" }
    let text = value.replacing(mask, with: "")
    let hasControls = text.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    if headerText != .any, hasControls { return "\(name) sends no control characters in a header: HEADER is left out" }
    guard headerText == .ascii, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return "\(name) sends only ASCII in a header: HEADER is left out"
  }

  func lacking(followsRedirects: Bool, verifies: Bool, proxy: String?) -> [String] {
    var notices: [String] = []
    if followsRedirects, limitations.contains(.redirects) { notices.append("\(name) follows no redirects") }
    if !verifies, limitations.contains(.insecure) { notices.append("\(name) always verifies certificates") }
    if proxy?.isEmpty == false, limitations.contains(.proxy) { notices.append("\(name) has no proxy") }
    return notices
  }
}
