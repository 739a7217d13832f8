package import Basics

/// A regular expression of an assertion, applied to a text of the answer. Neither is trusted: the time is bounded by
/// the length of the text and by a number of steps.
enum CheckPattern {
  /// The minimum budget, for short texts; an ordinary expression needs less than one step per character.
  private static let fewestSteps = 20_000_000
  private static let stepsPerByte = 32
  /// The maximum budget of all tests of an answer: a few seconds, however long its texts are.
  static let mostSteps = 400_000_000

  /// - Parameter left: how many steps may still be made for this answer.
  static func matches(_ value: CheckValue, _ operand: String, spending left: inout Int) throws(CheckFault) -> Bool {
    if value == .undefined { return false }
    var pattern = CheckOperand.pattern(operand)
    // ECMAScript puts flags after the slash; without slashes, this prefix takes their place.
    let ignoresCase = pattern.hasPrefix("(?i)")
    if ignoresCase { pattern = String(pattern.dropFirst(4)) }
    var regex: LinearRegex
    do throws(RegexFault) {
      regex = try LinearRegex(pattern, dialect: .script, ignoresCase: ignoresCase)
    } catch {
      throw .expression(error)
    }
    let text = value.text
    let most = min(fewestSteps + stepsPerByte * text.utf8.count, left)
    var steps = most
    defer { left -= most - max(0, steps) }
    guard let isMatch = regex.matchesPart(of: text, steps: &steps) else { throw .tooLong }
    return isMatch
  }
}

extension Assertion {
  /// What is wrong with its regular expression, as far as that is known before its variables are.
  package var patternFault: String? {
    guard ["matches", "notMatches"].contains(self.operator), !value.contains("{{") else { return nil }
    var steps = CheckPattern.mostSteps
    do throws(CheckFault) {
      _ = try CheckPattern.matches(.text(""), value, spending: &steps)
      return nil
    } catch {
      return error.description
    }
  }
}

/// Why an assertion or a condition cannot be decided.
package enum CheckFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The regular expression is invalid or not supported.
  case expression(RegexFault)
  case tooLong
  /// A condition looks at a process variable or file of the user's: nobody is asked, since it is sent nowhere, but whether
  /// a request is sent tells of it.
  case users(String)
  case schema(SchemaFault)
  /// Any other reason.
  case words(String)

  package var description: String {
    switch self {
    case .expression(let fault): "the regular expression cannot be used: \(fault)"
    case .tooLong: "the expression takes too long on this text: use a simpler one"
    case .users(let name): "a condition looks at nothing of yours (\(name)); give it with --var NAME=VALUE"
    case .schema(let fault): fault.description
    case .words(let text): text
    }
  }
}
