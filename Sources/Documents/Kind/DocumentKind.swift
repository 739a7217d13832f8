import Basics

/// The kind of a body, which determines its layout and highlighting.
package enum DocumentKind: Hashable, Sendable {
  case json
  /// Several JSON values, one after the other: JSON lines, concatenated JSON, JSON text sequences (RFC 7464).
  case jsonSequence
  case xml, html, yaml
  /// Values separated by `separator`, a comma, semicolon or tab.
  case csv(separator: UInt8)
  /// `application/x-www-form-urlencoded`
  case form
  case javaScript, css
  /// Server-sent events, `text/event-stream`
  case eventStream
  case multipart(boundary: String)
  case text
  case image(ImageFormat)
  case binary

  /// The name for the status line and for the menu of kinds.
  package var name: String {
    switch self {
    case .json: "JSON"
    case .jsonSequence: "JSON lines"
    case .xml: "XML"
    case .html: "HTML"
    case .yaml: "YAML"
    case .csv(let separator): separator == 0x09 ? "TSV" : "CSV"
    case .form: "Form"
    case .javaScript: "JavaScript"
    case .css: "CSS"
    case .eventStream: "Events"
    case .multipart: "Multipart"
    case .text: "Text"
    case .image(let format): format.name
    case .binary: "Binary"
    }
  }

  package static let choices: [DocumentKind] = [
    .json, .jsonSequence, .xml, .html, .yaml, .csv(separator: 0x2C), .csv(separator: 0x09), .form, .javaScript, .css,
    .eventStream, .text, .binary,
  ]
}

extension DocumentKind {
  /// The kind given by a Content-Type, unless the first bytes clearly contradict it.
  ///
  /// - Parameter firstBytes: the first few kilobytes of the body; more do no harm.
  package static func detect(contentType: String?, firstBytes: [UInt8]) -> DocumentKind {
    let beginning = Array(firstBytes.prefix(4096))
    let start = Charset.detect(contentType: contentType, firstBytes: beginning).utf8(beginning)
    let media = MediaType(contentType ?? "")
    guard let named = named(by: media, start: start) else {
      return guessed(from: beginning, text: start)
    }
    switch named {
    case .json: return looksLikeLines(start) ? .jsonSequence : .json
    // Servers send JSON and images as plain text, and HTML pages as anything.
    case .text, .binary: return contradiction(to: named, Array(firstBytes.prefix(4096)), text: start) ?? named
    default: return named
    }
  }

  private static func named(by media: MediaType, start: [UInt8]) -> DocumentKind? {
    switch (media.type, media.subtype) {
    case ("", _): nil
    case (_, "x-ndjson"), (_, "ndjson"), (_, "jsonl"), (_, "json-seq"), (_, "x-json-stream"), (_, "jsonlines"),
      (_, "x-jsonlines"), (_, "json-lines"):
      .jsonSequence
    case (_, "json"), (_, "x-json"), ("text", "x-json"): .json
    case (_, let subtype) where subtype.hasSuffix("+json"): .json
    case (_, let subtype) where subtype.hasSuffix("+json-seq"): .jsonSequence
    case (_, "html"), (_, "xhtml+xml"): .html
    case ("image", "svg+xml"), (_, "xml"): .xml
    case (_, let subtype) where subtype.hasSuffix("+xml"): .xml
    case (_, "yaml"), (_, "x-yaml"), (_, "vnd.yaml"): .yaml
    case (_, let subtype) where subtype.hasSuffix("+yaml"): .yaml
    case (_, "csv"): .csv(separator: separator(in: start))
    case (_, "tab-separated-values"): .csv(separator: 0x09)
    case (_, "x-www-form-urlencoded"): .form
    case (_, "javascript"), (_, "x-javascript"), (_, "ecmascript"), (_, "typescript"): .javaScript
    case (_, "css"): .css
    case (_, "event-stream"): .eventStream
    case ("multipart", _): media.parameters["boundary"].map { .multipart(boundary: $0) } ?? .text
    case ("image", _): ImageFormat.detect(start).map { .image($0) } ?? .binary
    case ("text", _): .text
    case ("audio", _), ("video", _), ("font", _), ("application", _): .binary
    default: nil
    }
  }

  /// The kind that the bytes prove, if the Content-Type is less specific.
  private static func contradiction(to named: DocumentKind, _ bytes: [UInt8], text: [UInt8]) -> DocumentKind? {
    let found = guessed(from: bytes, text: text)
    switch (named, found) {
    case (.text, .json), (.text, .jsonSequence), (.text, .xml), (.text, .html), (.text, .image), (.text, .binary):
      return found
    case (.binary, .text), (.binary, .json), (.binary, .jsonSequence), (.binary, .xml), (.binary, .html),
      (.binary, .image):
      return found
    default: return nil
    }
  }

  private static func guessed(from bytes: [UInt8], text: [UInt8]) -> DocumentKind {
    if let image = ImageFormat.detect(bytes) { return .image(image) }
    guard !isBinary(text) else { return .binary }
    let body = text.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    switch body.first {
    case 0x7B, 0x5B: return looksLikeLines(text) ? .jsonSequence : looksLikeJSON(Array(body)) ? .json : .text
    case 0x3C:
      let head = String(decoding: body.prefix(512), as: UTF8.self).lowercased()
      if head.hasPrefix("<!doctype html") || head.hasPrefix("<html") { return .html }
      if head.hasPrefix("<?xml") || head.dropFirst().first?.isLetter == true { return .xml }
      return .text
    default:
      let head = String(decoding: body.prefix(64), as: UTF8.self)
      return ["data:", "event:", "id:", "retry:"].contains { head.hasPrefix($0) } ? .eventStream : .text
    }
  }

  /// True if the bytes contain NUL, or more than one byte in ten that does not occur in text.
  private static func isBinary(_ bytes: [UInt8]) -> Bool {
    if bytes.contains(0) { return true }
    guard !bytes.isEmpty else { return false }
    var strange = 0
    // The last character may be incomplete.
    for scalar in String(decoding: bytes.dropLast(min(3, bytes.count - 1)), as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x09...0x0D, 0x1B: break
      case 1..<0x20, 0x7F, 0xFFFD: strange += 1
      default: break
      }
    }
    return strange * 10 > bytes.count
  }

  private static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
    var formatter = JSONFormatter(.check, isSequence: true)
    let read: Bool = bytes.withUnsafeBytes { raw in
      // A truncated text is acceptable; only the available part must be valid.
      (try? formatter.consume(raw) { _ in }) != nil
    }
    return read
  }

  /// True if the first line is a complete JSON container and another value follows.
  static func looksLikeLines(_ bytes: [UInt8]) -> Bool {
    guard let feed = bytes.firstIndex(of: 0x0A) else { return false }
    let line = bytes[..<feed]
    let rest = bytes[(feed + 1)...].drop { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 || $0 == 0x09 }
    let first = line.first { $0 != 0x20 }
    guard first == 0x7B || first == 0x5B, rest.first == 0x7B || rest.first == 0x5B else { return false }
    return JSONFormatter.fault(in: Array(line)) == nil
  }

  private static func separator(in bytes: [UInt8]) -> UInt8 {
    let line = bytes.prefix { $0 != 0x0A }
    let counts = [0x2C, 0x3B, 0x09].map { (wanted: UInt8) in (wanted, line.count { $0 == wanted }) }
    return counts.max { $0.1 < $1.1 }.flatMap { $0.1 > 0 ? $0.0 : nil } ?? 0x2C
  }
}

/// An image format, detected by its first bytes.
package enum ImageFormat: String, Hashable, Sendable {
  case png, jpeg, gif, webp, bmp, ico, avif, tiff

  package var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .gif: "GIF"
    case .webp: "WebP"
    case .bmp: "BMP"
    case .ico: "ICO"
    case .avif: "AVIF"
    case .tiff: "TIFF"
    }
  }

  static func detect(_ bytes: [UInt8]) -> ImageFormat? {
    func has(_ prefix: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: prefix) }
    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if has([0xFF, 0xD8, 0xFF]) { return .jpeg }
    if has(Array("GIF87a".utf8)) || has(Array("GIF89a".utf8)) { return .gif }
    if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) { return .webp }
    if has(Array("BM".utf8)), bytes.count >= 26, has([0, 0, 0, 0], at: 6) { return .bmp }
    if has([0, 0, 1, 0]), bytes.count >= 8 { return .ico }
    if has(Array("ftypavif".utf8), at: 4) || has(Array("ftypavis".utf8), at: 4) { return .avif }
    if has([0x49, 0x49, 0x2A, 0]) || has([0x4D, 0x4D, 0, 0x2A]) { return .tiff }
    return nil
  }
}
