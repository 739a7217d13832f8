package import Basics

/// A GraphQL syntax error.
package struct GraphQLSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message in plain language.
  package var message: String
  /// The location in bytes of UTF-8.
  package var range: Range<Int>
  package var position: LineIndex.Position
  package var description: String { "line \(position.line), column \(position.column): \(message)" }
}
