package import Basics
import HTTPTypes

/// The format of a body with many messages.
package enum MessageFormat: Hashable, Sendable {
  /// Server-sent events (WHATWG HTML, section 9.2).
  case events
  /// One JSON text per line.
  case lines
  /// The parts of a multipart body, as servers of GraphQL send what `@defer` and `@stream` ask for.
  case parts(boundary: String)

  /// `nil` for the content type of a single document.
  package init?(contentType: String?) {
    // A fast path: nearly all other types are ruled out without parsing.
    guard let contentType, contentType.utf8.count >= 9 else { return nil }
    self.init(MediaType(contentType))
  }

  /// `nil` for the type of a single document.
  package init?(_ type: MediaType) {
    switch type.essence {
    case "text/event-stream": self = .events
    case let essence where Self.lineTypes.contains(String(essence.drop { $0 != "/" }.dropFirst())): self = .lines
    case let essence where essence.hasSuffix("+json-seq"): self = .lines
    case "multipart/mixed":
      let boundary = type.parameters["boundary"] ?? "-"
      let isNamed = type.parameters["deferspec"] != nil || type.parameters["incrementalspec"] != nil
      // Not all servers name the format, but all those use the boundary of its specification.
      guard isNamed || boundary == "-", !boundary.isEmpty else { return nil }
      self = .parts(boundary: boundary)
    default: return nil
    }
  }

  /// A content type for this format.
  package var contentType: String {
    switch self {
    case .events: "text/event-stream"
    case .lines: "application/x-ndjson"
    case .parts(let boundary): "multipart/mixed; boundary=\"\(boundary)\""
    }
  }

  private static let lineTypes: Set<String> = [
    "x-ndjson", "ndjson", "x-jsonl", "jsonl", "jsonlines", "x-jsonlines", "json-lines", "x-json-stream", "json-seq",
    "stream+json", "json-stream",
  ]
}

extension ResponseHead {
  /// The format of a body with many messages; `nil` for a single document.
  package var messageFormat: MessageFormat? { MessageFormat(contentType: headers["Content-Type"]) }
}

/// Decides from the first bytes of a body whether it contains one JSON text per line although its type does not say so:
/// a watch of Kubernetes answers as `application/json`.
package struct LineDetection: Sendable {
  package enum Verdict: Sendable {
    /// More bytes are needed.
    case undecided
    case lines
    case document
  }

  /// In bytes; a longer first line is not read.
  private static let longest = 4 << 20

  /// True if the user asked for messages; then the first complete line counts as one.
  private let isAsked: Bool
  private var searched = 0
  private var end: Int?
  private var verdict = Verdict.undecided

  package init(isAsked: Bool) { self.isAsked = isAsked }

  /// - Parameter isOver: true if nothing more will arrive.
  package mutating func look(at body: ByteStore, isOver: Bool) -> Verdict {
    guard case .undecided = verdict else { return verdict }
    verdict = body.withUnsafeBytes { decide($0, isOver) }
    return verdict
  }

  private mutating func decide(_ bytes: UnsafeRawBufferPointer, _ isOver: Bool) -> Verdict {
    guard let start = bytes.firstIndex(where: { !MessageScanner.isBlank($0) }) else {
      return isOver ? .document : .undecided
    }
    guard isAsked || Self.opens(bytes[start]) else { return .document }
    if end == nil {
      var lines = LineFinder(bytes, endsAtCarriage: false)
      end = lines.line(at: max(start, searched))?.end
      searched = bytes.count
    }
    guard let end else {
      return isOver || bytes.count > Self.longest ? .document : .undecided
    }
    guard !isAsked else { return Self.isWhole(bytes[start..<end]) ? .lines : .document }
    guard let next = bytes[end...].first(where: { !MessageScanner.isBlank($0) }) else {
      return isOver ? .document : .undecided
    }
    return Self.opens(next) && Self.isWhole(bytes[start..<end]) ? .lines : .document
  }

  private static func opens(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

  private static func isWhole(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard line.count <= longest else { return false }
    // A line that is not JSON is not a message.
    return (try? JSONValue(parsing: Array(line))) != nil
  }
}

extension ResponseHead {
  /// True if the body may contain one JSON text per line, although its type is that of a single document.
  package var mayHoldLines: Bool {
    guard messageFormat == nil, (200..<300).contains(status.code) else { return false }
    guard let type = headers["Content-Type"].map({ MediaType($0).essence }) else { return true }
    return type.isEmpty || type.hasSuffix("json") || type.hasPrefix("text/") || type == "application/octet-stream"
  }
}
