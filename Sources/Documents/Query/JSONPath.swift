/// A JSONPath expression (RFC 9535), parsed and ready to be evaluated.
public struct JSONPath: Equatable, Sendable {
  let segments: [JSONPathSyntax.Segment]
  public let text: String

  /// - Throws: a fault with its position in the expression.
  public init(parsing text: String) throws(JSONPathFault) {
    self.text = text
    segments = try JSONPathParser.parse(text)
  }

  public static func == (left: JSONPath, right: JSONPath) -> Bool { left.segments == right.segments }
}

/// Why a text is not a JSONPath expression.
public struct JSONPathFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// In characters (Unicode scalars), counted from 0.
  public var position: Int
  public var reason: String

  public init(position: Int, reason: String) {
    self.position = position
    self.reason = reason
  }

  public var description: String { "character \(position + 1) of the expression: \(reason)" }
}

/// A value that an expression selects.
public struct JSONPathNode: Equatable, Sendable {
  /// The range of its text in the document.
  public var range: Range<Int>
  public var path: DocumentPath
}
