/// A text with its `{{variables}}` resolved, for highlighting during editing and for sending.
package struct ResolvedText: Hashable, Sendable {
  /// One part of the source.
  package struct Segment: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case plain
      case resolved(value: String, origin: VariableTable.Origin, isSecret: Bool)
      case unresolved(UnresolvedVariable)
    }

    /// UTF-8 offsets in the source, braces included.
    package var range: Range<Int>
    package var kind: Kind
    /// The user's sources in its value, if a collection uses them.
    package var outside: [UserValueSource] = []
    /// The ranges of the user's own values in it.
    var own: [OwnPiece] = []
  }

  package var source: String
  /// In order, without gaps.
  package var segments: [Segment]

  /// The text with every variable replaced; an unresolved one stays as typed.
  package var text: String { text(masked: nil) }

  /// The text with secret values masked, for display.
  package func text(masked mask: String?) -> String {
    let bytes = Array(source.utf8)
    return segments.map { segment in
      switch segment.kind {
      case .resolved(_, _, true) where mask != nil: mask ?? ""
      case .resolved(let value, _, _): value
      default: String(decoding: bytes[segment.range], as: UTF8.self)
      }
    }.joined()
  }

  package var unresolved: [UnresolvedVariable] {
    segments.compactMap { if case .unresolved(let variable) = $0.kind { variable } else { nil } }
  }

  /// The user's sources in the text.
  package var outside: [UserValueSource] { segments.flatMap(\.outside) }

  /// The ranges of the user's own values in `text`, in order.
  var own: [OwnPiece] {
    var pieces: [OwnPiece] = []
    var offset = 0
    for segment in segments {
      guard case .resolved(let value, _, _) = segment.kind else {
        offset += segment.range.count
        continue
      }
      pieces += segment.own.map { $0.moved(by: offset) }
      offset += value.utf8.count
    }
    return pieces
  }

  /// The ranges of values in `text`, in order.
  var values: [Range<Int>] {
    var offset = 0
    return segments.compactMap { segment in
      guard case .resolved(let value, _, _) = segment.kind else {
        offset += segment.range.count
        return nil
      }
      offset += value.utf8.count
      return offset - value.utf8.count..<offset
    }
  }

  package var hasSecrets: Bool {
    segments.contains { if case .resolved(_, _, true) = $0.kind { true } else { false } }
  }
}

/// A range of a text that is a value of the user's own, not written by a collection.
struct OwnPiece: Hashable, Sendable {
  /// UTF-8 offsets.
  var range: Range<Int>
  /// The text to show instead of the value: `{{NAME}}`.
  var name: String
  /// True if the value is the answer to a prompt.
  var isAnswer = false

  func moved(by offset: Int) -> OwnPiece {
    OwnPiece(range: range.lowerBound + offset..<range.upperBound + offset, name: name, isAnswer: isAnswer)
  }
}

/// A `{{name}}` that has no value, and the reason.
package struct UnresolvedVariable: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case missing
    /// The names on the cycle, the first one again at the end.
    case cycle([String])
    /// It expands to more values, or to more text, than any request needs.
    case tooLarge
    /// A declared secret without a value on this machine.
    case secretWithoutValue(environment: String)
    /// The command of a declared secret failed; the reason in one line.
    case secretCommandFailed(String)
    /// The name exists but is disabled there.
    case disabled(VariableTable.Origin)
    /// A capture found no value in the answer.
    case notSet
    /// `{{?label}}`: the user is asked before sending.
    case prompt
    /// The answer to `{{?label|a,b}}` is not one of its choices.
    case noChoice
    /// A form of another tool, or not a name; the correct form.
    case notUnderstood(String)
    /// A `$name` that is not a dynamic variable, or has wrong arguments.
    case unknownDynamic
    /// The name is built from a secret or a value of the user's, and does not exist: `name` is as written.
    case nameOfSecret
    /// The value of another request's answer is missing.
    case noAnswer(String)
    /// The name is built from a text of an answer, which must not choose among all variables.
    case namedByAnswer
  }

  /// The name that is missing, possibly within the value of the typed one.
  package var name: String
  package var reason: Reason

  package init(_ name: String, _ reason: Reason) {
    self.name = name
    self.reason = reason
  }

  /// The same error without `name`, which must not be shown; the text that it was built from replaces it.
  func hiding(_ name: String, behind written: String) -> UnresolvedVariable {
    var hidden = self
    if self.name == name { hidden.name = written }
    switch reason {
    case .cycle(let names): hidden.reason = .cycle(names.map { $0 == name ? written : $0 })
    // The name in these messages contains the secret.
    case .missing, .notSet, .prompt, .noChoice, .noAnswer, .disabled, .secretWithoutValue, .unknownDynamic,
      .notUnderstood:
      if self.name == name { hidden.reason = .nameOfSecret }
    case .tooLarge, .secretCommandFailed, .nameOfSecret, .namedByAnswer: break
    }
    return hidden
  }

  package var description: String {
    switch reason {
    case .missing: "\(problem); add it to the environment or give --var \(name)=…"
    case .prompt: "\(problem); \(Self.words(answering: name))"
    default: problem
    }
  }

  /// The problem, without advice for the command line.
  package var problem: String {
    switch reason {
    case .missing: "variable \(name) has no value"
    case .cycle(let names): "variable \(name) refers to itself: \(names.joined(separator: " → "))"
    case .tooLarge: "variable \(name) contains too many other variables, or would become longer than 4 MB"
    case .secretWithoutValue(let environment):
      "the secret \(name) of environment \(environment) has no value here; set it"
    case .secretCommandFailed(let why): why
    case .disabled(let origin): "variable \(name) is disabled (\(origin))"
    case .notSet: "variable \(name) has no value: the answer that sets it had none"
    case .prompt: "{{?\(PromptQuestion(named: name)?.label ?? name)}} is asked for when sending"
    case .noChoice: "{{\(PromptQuestion.tableName(of: name))}} takes one of its choices\(Self.words(choicesOf: name))"
    case .nameOfSecret:
      "\(name) builds a variable's name from a secret or a process variable; write the name itself"
    case .unknownDynamic: "\(name) is not a dynamic variable, or its arguments are wrong"
    case .notUnderstood(let instead):
      "\(name.hasPrefix("{") ? name : "{{\(name)}}") is not supported: \(instead)"
    case .noAnswer(let why): "\(name): \(why)"
    case .namedByAnswer: "{{\(name)}} is not resolved: answers cannot use variables"
    }
  }

  private static func words(answering name: String) -> String {
    let question = PromptQuestion(named: name)
    let usual = question?.usual ?? question?.choices.first ?? "…"
    return "give --answer '\(question?.label ?? name)=\(usual)'\(words(choicesOf: name))"
  }

  private static func words(choicesOf name: String) -> String {
    guard let choices = PromptQuestion(named: name)?.choices, !choices.isEmpty else { return "" }
    return " (\(choices.prefix(10).joined(separator: ", "))\(choices.count > 10 ? ", …" : ""))"
  }
}
