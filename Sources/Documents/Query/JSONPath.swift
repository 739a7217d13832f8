/// A JSONPath expression (RFC 9535), parsed and ready to be evaluated.
package struct JSONPath: Equatable, Sendable {
  let segments: [JSONPathSyntax.Segment]
  package let text: String

  /// - Throws: a fault with its position in the expression.
  package init(parsing text: String) throws(JSONPathFault) {
    self.text = text
    segments = try JSONPathParser.parse(text)
  }

  package static func == (left: JSONPath, right: JSONPath) -> Bool { left.segments == right.segments }
}

/// Why a text is not a JSONPath expression.
package struct JSONPathFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// In characters (Unicode scalars), counted from 0.
  package var position: Int
  package var reason: String

  package init(position: Int, reason: String) {
    self.position = position
    self.reason = reason
  }

  package var description: String { "character \(position + 1) of the expression: \(reason)" }
}

/// A value that an expression selects.
package struct JSONPathNode: Equatable, Sendable {
  /// The range of its text in the document.
  package var range: Range<Int>
  package var path: DocumentPath
}
