package import Basics

/// Assertions and captures whose expression is JavaScript, as in Bruno: each expression runs as a script that returns
/// its value.
extension Script {
  /// The phases of expressions. Captures run before the scripts after the response, assertions after them.
  package static let captures = "captures"
  package static let assertions = "assertions"
  package static let expressionPhases = [captures, assertions]
}

/// The values of expressions, as their scripts returned them.
package struct ExpressionValues: Hashable, Sendable {
  /// `{"value": …}`, `{"error": …}`, or an empty object for `undefined`.
  private var forms: [Script: JSONValue] = [:]

  package init() {}

  /// - Parameter values: one for each of the scripts.
  package mutating func take(_ values: [JSONValue], of scripts: [Script]) {
    for (script, form) in zip(scripts, values) { forms[script] = form }
  }

  func value(of script: Script) throws(CheckFault) -> CheckValue {
    // The script before it may have ended all of them.
    guard let form = forms[script], form != .null else { throw .words("it is JavaScript, which has not run") }
    if let error = form["error"]?.string { throw .words(error) }
    return form["value"].map { .value($0) } ?? .undefined
  }
}

extension RequestDefinition {
  /// The scripts of a request, and its expressions that are JavaScript.
  package var allScripts: [Script] { scripts + expressions.map(\.script) }

  /// The scripts of its enabled captures and assertions, each with the text that stands in the file.
  var expressions: [(script: Script, text: String)] {
    captures.flatMap { capture in capture.script.map { [($0, capture.expression)] } ?? [] }
      + assertions.flatMap { assertion in
        [(assertion.leftScript, assertion.expression), (assertion.valueScript, assertion.value)].compactMap {
          script, text in script.map { ($0, text) }
        }
      }
  }
}

extension Capture {
  /// The script of its expression; `nil` for a path.
  var script: Script? {
    isEnabled && !variable.isEmpty ? Script(Script.captures, returning: expression) : nil
  }
}

extension Assertion {
  /// The script of its expression; `nil` for a path.
  var leftScript: Script? {
    isEnabled && ownOperator == nil ? Script(Script.assertions, returning: expression) : nil
  }

  /// The script of a value with `${…}`; `nil` for any other.
  var valueScript: Script? {
    let text = value.trimmed
    guard isEnabled, ownOperator == nil, !["matches", "notMatches"].contains(self.operator), text.contains("${"),
      let first = text.first, !"'\"".contains(first) || text.last != first
    else { return nil }
    let template = first == "`" ? text : "`\(text)`"
    return Script(phase: Script.assertions, code: "return bru.interpolate(\(template))")
  }
}

extension Script {
  fileprivate init?(_ phase: String, returning expression: String) {
    guard !expression.trimmed.isEmpty, CheckExpression(expression) == nil else { return nil }
    self.init(phase: phase, code: "return \(expression)")
  }
}
