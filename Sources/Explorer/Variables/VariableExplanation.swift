import Documents
import Essentials
import Terminal
import Workspaces

/// The explanation of a variable's value: the definition that applies, and those that it overrides.
struct VariableExplanation: Equatable {
  var name: String
  /// The value as it would be sent; masked for a secret; `nil` without a value.
  var value: String?
  /// The origin of the value, or the reason for its absence.
  var reason: String
  /// The definition as written, if it contains other variables.
  var written: String?
  /// The overridden definitions, innermost first.
  var losers: [Candidate]
  /// True if it would cause a send to be refused.
  var isWrong = false
  /// The decoded token in the value, also of a secret; a token is useless without its signature, which is not shown.
  var token: [String] = []
  /// The place where it can be changed.
  var origin: VariableTable.Origin?
  /// True for a value of a script that differs from the file of its scope, to which `.` saves it.
  var isSavable = false

  struct Candidate: Equatable {
    var place: String
    var value: String
  }

  /// - Parameters:
  ///   - now: seconds since 1970, for the times in a token.
  ///   - outlooks: the effect of a send on references to answers.
  init(_ name: String, in table: VariableTable, now: Double = 0, outlooks: AnswerOutlooks? = nil) {
    self.name = name
    let all = table.candidates(for: name)
    isSavable = table.unsavedScriptEntry(named: name) != nil
    losers = all.dropFirst().map { entry in
      Candidate(place: entry.origin.words, value: entry.isSecret ? VariableSpan.mask : entry.value)
    }
    if let place = table.disabled[name] {
      losers.append(Candidate(place: place.words, value: "switched off"))
    }
    let resolved = table.resolved("{{\(name)}}", dynamic: .still)
    switch resolved.segments.first?.kind {
    case .resolved(_, .dynamic, _)?:
      value = nil
      reason = "regenerated on each send"
      origin = .dynamic
    case .resolved(let text, let place, let isSecret)?:
      value = isSecret ? VariableSpan.mask : text
      token = JSONWebToken.first(in: text)?.lines(nowInSeconds: now) ?? []
      reason = "from \(place.words)"
      origin = place
      if let entry = all.first, !entry.isSecret, !isSecret, entry.value != text { written = entry.value }
    case .unresolved(let problem)?:
      value = nil
      isWrong = !problem.isMadeWhenSent
      reason = Self.words(problem, of: name, outlooks)
      origin = nil
    case .plain?, nil:
      value = nil
      reason = "no variable"
      origin = nil
    }
  }

  /// The problem may concern another variable that the value refers to.
  private static func words(
    _ problem: UnresolvedVariable, of name: String, _ outlooks: AnswerOutlooks?
  ) -> String {
    if case .cycle(let names) = problem.reason { return "it refers to itself: \(names.joined(separator: ", then "))" }
    if problem.reason == .prompt { return "asked for at each send" }
    if problem.reason == .namedByAnswer { return "not resolved: answers cannot use variables" }
    if let reference = ResponseReference.references(in: ["{{\(problem.name)}}"]).first {
      if let words = outlooks?.words(for: reference) { return words }
      let age = reference.maximumAge.map { ", at most \($0.components.seconds) s old" } ?? ""
      return "from the last answer of \(reference.requestID)\(age); without one, it is sent first"
    }
    if case .notUnderstood(let instead) = problem.reason { return "not supported: \(instead)" }
    if problem.name != name { return "it needs \(problem.name), which has no value" }
    switch problem.reason {
    case .secretWithoutValue(let environment):
      return "a secret of \(environment) that has no value on this machine: \(key: "editEnvironment") sets it"
    case .disabled(let place): return "switched off in \(place.words)"
    case .notSet: return "no value: the answer that sets it had none"
    case .unknownDynamic: return "Apus has no such variable"
    default: return "not defined: \(key: "editEnvironment") adds it to the environment"
    }
  }

  /// One line for the bottom of the screen during editing.
  var line: String {
    guard let value else { return "\(name): \(reason)" }
    let over = losers.isEmpty ? "" : ", over \(losers.map(\.place).joined(separator: ", "))"
    return "\(name) = \(value.isEmpty ? "(empty)" : value)  \(reason)\(over)"
  }

  /// The full explanation, beside the list of variables.
  var lines: [String] {
    var lines = value.map { [$0.isEmpty ? "(empty)" : $0, reason] } ?? [reason]
    if !token.isEmpty { lines += [""] + token }
    if let written { lines += ["", "written as", written] }
    if !losers.isEmpty {
      lines += ["", "lost:"] + losers.map { "\($0.place): \($0.value)" }
    }
    if let next { lines += ["", next] }
    return lines
  }

  /// The effect of Enter, or of `.`.
  private var next: String? {
    switch origin {
    case .environment: "Enter goes to the environment"
    case .request: "Enter goes to the request's variables"
    case .folder, .collection: "Enter goes to the settings that define it"
    case .runtime: "Enter goes to the request that sets it from its answer"
    case .script(.environment, _) where isSavable: ". saves it in the environment"
    case .script(.collection, _) where isSavable: ". saves it in the settings of the collection"
    case .script(.globals, _) where isSavable: ". saves it in the environment of the workspace"
    default: nil
    }
  }
}

extension VariableTable {
  /// The value of a script that applies for a name, unless the file of its scope has it, too, or the scope has no file.
  func unsavedScriptEntry(named name: String) -> (entry: Entry, scope: ScriptScope)? {
    let all = candidates(for: name)
    guard let entry = all.first, case .script(let scope, _) = entry.origin,
      ScriptScope.inFiles.contains(scope)
    else { return nil }
    let isSaved = all.dropFirst().contains { $0.origin.scriptScope == scope && $0.typedValue == entry.typedValue }
    return isSaved ? nil : (entry, scope)
  }
}

extension AppState {
  var rowUnderCursor: RowExplanation? { session?.explanationUnderCursor(now: clock.now.timeIntervalSince1970) }

  /// The hint in the bottom line for the variable under the caret.
  var variableHint: StyledText? {
    guard overlay == nil, let session, let table = session.variables else { return nil }
    let (all, current) = variablesUnderCursor
    // When no text is edited, the whole field is under the cursor, so the hint needs a wide line.
    guard let use = current ?? (session.editor.editing == nil && size.columns >= 100 ? all.first : nil) else {
      return nil
    }
    let explanation = VariableExplanation(use.name, in: table, outlooks: AnswerOutlooks(of: session, clock))
    return StyledText(keys.filled(explanation.line), theme[explanation.isWrong ? .error : .dim])
  }
}
