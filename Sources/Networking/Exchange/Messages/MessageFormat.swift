public import Basics

/// How a body holds many messages, one after the other.
public enum MessageFormat: Hashable, Sendable {
  /// Server-sent events (WHATWG HTML, section 9.2).
  case events
  /// One JSON text a line.
  case lines

  /// `nil` for the content type of one document.
  public init?(contentType: String?) {
    // Nearly all answers are something else, and need no parsing to say so.
    guard let contentType, contentType.utf8.count >= 9 else { return nil }
    self.init(MediaType(contentType))
  }

  /// `nil` for the type of one document.
  public init?(_ type: MediaType) {
    switch type.essence {
    case "text/event-stream": self = .events
    case let essence where Self.lineTypes.contains(String(essence.drop { $0 != "/" }.dropFirst())): self = .lines
    case let essence where essence.hasSuffix("+json-seq"): self = .lines
    default: return nil
    }
  }

  /// A content type for it.
  package var contentType: String {
    switch self {
    case .events: "text/event-stream"
    case .lines: "application/x-ndjson"
    }
  }

  private static let lineTypes: Set<String> = [
    "x-ndjson", "ndjson", "x-jsonl", "jsonl", "jsonlines", "x-jsonlines", "json-lines", "x-json-stream", "json-seq",
    "stream+json", "json-stream",
  ]
}

extension ResponseHead {
  /// How the body holds many messages; `nil` if it is one document.
  public var messageFormat: MessageFormat? { MessageFormat(contentType: headers["Content-Type"]) }
}
