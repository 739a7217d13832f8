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

  /// For the status line and the menu for choosing another kind.
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

  /// The kinds a user may choose from.
  package static let choices: [DocumentKind] = [
    .json, .jsonSequence, .xml, .html, .yaml, .csv(separator: 0x2C), .csv(separator: 0x09), .form, .javaScript, .css,
    .eventStream, .text, .binary,
  ]
}
