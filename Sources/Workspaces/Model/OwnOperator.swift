import Basics

/// The operators of assertions that are ours, not the format's.
///
/// Bruno takes such a word for the beginning of a text to compare with, and saves it as one: that is read as it was meant.
package enum OwnOperator: String, CaseIterable, Sendable {
  case matchesSchema, sameAsRecorded

  /// As it is written; it may have dashes.
  package init?(written word: String) {
    switch word {
    case Self.matchesSchema.rawValue, "matches-schema": self = .matchesSchema
    case Self.sameAsRecorded.rawValue, "same-as-recorded": self = .sameAsRecorded
    default: return nil
    }
  }

  /// What is expected, as people say it.
  package func words(_ operand: String) -> String {
    switch self {
    case .matchesSchema: Self.isInlineSchema(operand) ? "fits the schema \(operand)" : "fits \(operand)"
    case .sameAsRecorded: operand.isEmpty ? "as recorded" : "as recorded, but for \(operand)"
    }
  }

  /// Whether an operand is a schema, not the path of one.
  package static func isInlineSchema(_ text: String) -> Bool {
    text.hasPrefix("{") || text == "true" || text == "false"
  }
}

extension Assertion {
  package var ownOperator: OwnOperator? { OwnOperator(written: `operator`) }

  /// Reads what Bruno saved.
  mutating func restoreOwnOperator() {
    guard `operator` == "eq" else { return }
    for own in OwnOperator.allCases where value == own.rawValue || value.hasPrefix("\(own.rawValue) ") {
      (`operator`, value) = (own.rawValue, value.dropFirst(own.rawValue.count).trimmed)
    }
  }
}
