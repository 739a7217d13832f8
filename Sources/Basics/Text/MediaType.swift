/// A media type as in a header (RFC 9110, section 8.3.1); parsing never fails.
package struct MediaType: Hashable, Sendable {
  /// `text/html` in lower case; the text before the first `;` even if it is not a type.
  package let essence: String
  /// Keyed by name in lower case; if a name occurs twice, the first counts.
  package let parameters: [String: String]

  /// Parses the value of a `Content-Type`; accepts any text.
  package init(_ text: String) {
    let field = ParameterizedField(text)
    essence = field.value.asciiLowercased
    parameters = field.parameters
  }

  /// The part before the slash; empty if this is not a type.
  package var type: String { names?.0 ?? "" }
  /// The part after the slash; empty if this is not a type.
  package var subtype: String { names?.1 ?? "" }

  private var names: (String, String)? {
    guard let slash = essence.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let type = essence[..<slash].trimmingASCII(\.isASCIIWhitespace)
    let subtype = essence[essence.utf8.index(after: slash)...].trimmingASCII(\.isASCIIWhitespace)
    return type.isEmpty || subtype.isEmpty ? nil : (type, subtype)
  }

  /// The character set in lower case; `nil` if none is given.
  package var charset: String? { parameters["charset"]?.asciiLowercased }
  /// `application/json`, `text/json` and every `+json` type (RFC 6839, section 3.1).
  package var isJSON: Bool { essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json") }
}

/// A field with a value and parameters, `form-data; name="a"` (RFC 9110, section 5.6.6); parsing never fails.
package struct ParameterizedField: Hashable, Sendable {
  /// The part before the first `;`.
  package let value: String
  /// Keyed by name in lower case; if a name occurs twice, the first counts.
  package let parameters: [String: String]

  package init(_ text: String) {
    var parts = Self.pieces(of: text, at: UInt8(ascii: ";"))[...]
    value = (parts.popFirst() ?? "").trimmingASCII(\.isASCIIWhitespace)
    var parameters: [String: String] = [:]
    for part in parts {
      guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = part[..<equals].trimmingASCII(\.isASCIIWhitespace).asciiLowercased
      let value = part[part.utf8.index(after: equals)...].trimmingASCII(\.isASCIIWhitespace)
      if parameters[name] == nil { parameters[name] = Self.unquoted(value) }
    }
    self.parameters = parameters
  }

  /// Splits at each `mark` outside quotes.
  package static func pieces(of text: String, at mark: UInt8) -> [String] {
    var parts: [String] = []
    var rest = Array(text.utf8)[...]
    while true {
      let part = prefix(of: rest, before: mark)
      parts.append(String(decoding: part, as: UTF8.self))
      guard part.endIndex < rest.endIndex else { return parts }
      rest = rest[(part.endIndex + 1)...]
    }
  }

  /// The bytes before the first `mark` outside quotes.
  package static func prefix(of bytes: ArraySlice<UInt8>, before mark: UInt8) -> ArraySlice<UInt8> {
    var isQuoted = false
    var isEscaped = false
    return bytes.prefix { byte in
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
      return byte != mark || isQuoted
    }
  }

  /// The content of a quoted string (RFC 9110, section 5.6.4); anything else unchanged.
  package static func unquoted(_ value: String) -> String {
    let quote = UInt8(ascii: "\"")
    guard value.utf8.count >= 2, value.utf8.first == quote, value.utf8.last == quote else { return value }
    var result: [UInt8] = []
    var isEscaped = false
    for byte in value.utf8.dropFirst().dropLast() {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
      } else {
        result.append(byte)
        isEscaped = false
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// Media types by file extension, as in browsers and common servers.
package enum FileTypes {
  /// `nil` for an unknown extension.
  package static func type(of path: String) -> String? {
    let name = path.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.last.map { Substring($0) } ?? ""
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return types[String(name[name.utf8.index(after: dot)...]).asciiLowercased]
  }

  private static let types = [
    "7z": "application/x-7z-compressed", "aac": "audio/aac", "avif": "image/avif", "bmp": "image/bmp",
    "bz2": "application/x-bzip2", "css": "text/css", "csv": "text/csv", "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "eml": "message/rfc822",
    "flac": "audio/flac", "gif": "image/gif", "gz": "application/gzip", "heic": "image/heic", "htm": "text/html",
    "html": "text/html", "ico": "image/x-icon", "ics": "text/calendar", "jar": "application/java-archive",
    "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json",
    "jsonl": "application/jsonl", "md": "text/markdown", "mjs": "text/javascript", "mov": "video/quicktime",
    "mp3": "audio/mpeg", "mp4": "video/mp4", "ndjson": "application/x-ndjson",
    "odp": "application/vnd.oasis.opendocument.presentation", "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odt": "application/vnd.oasis.opendocument.text", "ogg": "audio/ogg", "pdf": "application/pdf",
    "png": "image/png", "ppt": "application/vnd.ms-powerpoint",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation", "rtf": "application/rtf",
    "svg": "image/svg+xml", "tar": "application/x-tar", "tif": "image/tiff", "tiff": "image/tiff",
    "tsv": "text/tab-separated-values", "txt": "text/plain", "wasm": "application/wasm", "wav": "audio/wav",
    "webm": "video/webm", "webp": "image/webp", "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xml": "application/xml",
    "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip",
  ]
}
