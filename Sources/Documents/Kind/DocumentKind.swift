/// What a body is, which decides how it is laid out and coloured.
public enum DocumentKind: Hashable, Sendable {
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

  /// For the status line and the menu that overrides the kind.
  public var name: String {
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

  /// The kinds a user may choose from.
  public static let choices: [DocumentKind] = [
    .json, .jsonSequence, .xml, .html, .yaml, .csv(separator: 0x2C), .csv(separator: 0x09), .form, .javaScript, .css,
    .eventStream, .text, .binary,
  ]

  /// The views that make sense, the best first.
  public var modes: [DocumentView.Mode] {
    switch self {
    case .json: [.pretty, .sorted, .compact, .raw, .hex]
    case .jsonSequence: [.pretty, .compact, .raw, .hex]
    case .xml, .html, .csv, .form, .eventStream: [.pretty, .raw, .hex]
    case .yaml, .javaScript, .css, .multipart, .text: [.raw, .hex]
    case .image, .binary: [.hex, .raw]
    }
  }

  var language: TextLanguage {
    switch self {
    case .json, .jsonSequence: .json
    case .xml, .html: .markup
    case .yaml: .yaml
    case .csv(let separator): .csv(separator: separator)
    case .form: .form
    case .javaScript: .javaScript
    case .css: .css
    case .eventStream: .events
    case .multipart, .text, .image, .binary: .plain
    }
  }
}
