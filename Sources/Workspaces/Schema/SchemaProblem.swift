import Basics
package import Documents

/// One way in which a value does not match its schema.
package struct SchemaProblem: Equatable, Sendable {
  package var path: DocumentPath
  /// The rule that failed: `#/properties/id/type`.
  package var location: String
  /// `expected an integer`
  package var reason: String
  /// The actual value; `nil` if the reason includes it.
  package var actual: String?

  /// The problem as one line.
  /// - Parameter hiding: whether to omit the value, because its name suggests a secret.
  package func words(hiding isSecret: (DocumentPath) -> Bool = { _ in false }) -> String {
    let actual = actual.map { ", got \(isSecret(path) ? "a value that is not shown" : $0)" } ?? ""
    return "\(path.expression): \(reason)\(actual) (\(location))"
  }
}

/// Describes values in messages.
enum SchemaWords {
  private static let longest = 60

  /// A value on one line, truncated if it is long.
  static func shown(_ value: JSONValue) -> String {
    switch value {
    case .object(let members): return members.isEmpty ? "an empty object" : "an object of \(members.count)"
    case .array(let items): return items.isEmpty ? "an empty array" : "an array of \(items.count)"
    case .string(let text):
      let start = text.prefix(longest)
      return JSONString.quoted(String(start)) + (start.endIndex == text.endIndex ? "" : "…")
    case .number(let text): return text.utf8.count > longest ? "\(text.prefix(longest))…" : text
    case .bool, .null: return value.text
    }
  }

  static func bound(_ bound: SchemaBound, _ limit: String) -> String {
    switch bound {
    case .multipleOf: "expected a multiple of \(limit)"
    case .maximum: "expected at most \(limit)"
    case .exclusiveMaximum: "expected less than \(limit)"
    case .minimum: "expected at least \(limit)"
    case .exclusiveMinimum: "expected more than \(limit)"
    }
  }

  static func count(_ count: SchemaCount, _ limit: Int, actual: Int) -> String {
    let noun =
      switch count {
      case .maxLength, .minLength: limit == 1 ? "character" : "characters"
      case .maxItems, .minItems: limit == 1 ? "element" : "elements"
      case .maxProperties, .minProperties: limit == 1 ? "member" : "members"
      }
    return "expected at \(count.isMost ? "most" : "least") \(limit) \(noun), got \(actual)"
  }

  /// The message for the schema `false`, by the keyword that has it.
  static func refusal(_ location: String) -> String {
    switch location.split(separator: "/").last {
    case "additionalProperties", "unevaluatedProperties": "this member is not allowed"
    case "items", "additionalItems", "unevaluatedItems": "no more elements are allowed"
    default: "no value is allowed here"
    }
  }
}
