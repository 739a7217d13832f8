import Basics
package import Essentials
package import HTTPModel
import HTTPTypes

extension Workspace {
  /// The value in the last successful answer of that environment; `nil` if it is outdated, or masked in the history.
  package func recordedValue(
    of reference: ResponseReference, environment: String?, in collection: String? = nil, now: Date
  ) throws(WorkspaceError) -> String? {
    guard case .value(let value, _) = try recordedAnswer(to: reference, environment: environment, in: collection, now)
    else { return nil }
    return value
  }

  /// Reads the last successful answer of that environment from the history.
  package func recordedAnswer(
    to reference: ResponseReference, environment: String?, in collection: String? = nil, _ now: Date
  ) throws(WorkspaceError) -> RecordedAnswer {
    var filter = filter(for: reference, environment, collection)
    guard let record = try lastRecord(filter) else {
      filter.statuses = []
      return .missing(try lastRecord(filter) == nil ? .neverSent : .neverSucceeded)
    }
    let date = record.exchange.startedAt
    if let earliest = reference.earliest(now), date < earliest { return .missing(.outdated(date)) }
    guard let value = Self.value(reference.part, record.exchange) else { return .missing(.withoutValue(date)) }
    return value.contains(Redaction.standard.mask) ? .missing(.masked(date)) : .value(value, date)
  }

  /// The reason why the history has no such value, and what to do if nothing is sent.
  package func whyNotRecorded(
    _ reference: ResponseReference, environment: String?, in collection: String? = nil, now: Date
  ) throws(WorkspaceError) -> String {
    let under = environment.map { " under \($0)" } ?? ""
    switch try recordedAnswer(to: reference, environment: environment, in: collection, now) {
    case .missing(.neverSent): return "that request has not been sent yet\(under); send it first"
    case .missing(.neverSucceeded): return "that request has not succeeded yet\(under); send it again"
    case .missing(.outdated): return "the last answer to that request is too old; send it again"
    case .missing(.withoutValue): return "the last answer to that request has no value there"
    case .missing(.masked), .value:
      return
        "the history has it masked; `apus send` resends that request to get it, and here --var '\(reference.name)=…' sets it"
    }
  }

  private func filter(
    for reference: ResponseReference, _ environment: String?, _ collection: String?
  ) -> HistoryFilter {
    var filter = HistoryFilter()
    filter.requestID = reference.requestID
    filter.collection = collection.flatMap { HistoryName.collection($0, path) }
    filter.environment = environment
    filter.isWithoutEnvironment = environment == nil
    filter.statuses = [2]
    return filter
  }

  private func lastRecord(_ filter: HistoryFilter) throws(WorkspaceError) -> HistoryRecord? {
    try History(workspace: self).latest(matching: filter)
  }

  package static func value(_ part: ResponseReference.Part, _ exchange: Exchange) -> String? {
    switch part {
    case .status: return exchange.response.map { String($0.status.code) }
    case .header(let name): return exchange.response?.headers[name]
    case .body(let path):
      guard let bytes = exchange.textBytes else { return nil }
      if path.isEmpty { return String(validating: bytes, as: UTF8.self) }
      // A path finds nothing in a body that is not JSON.
      guard let json = try? JSONValue(parsing: bytes) else { return nil }
      return json.value(at: path)?.plainText
    }
  }
}

/// The answer that a reference names, as far as it is known without a send.
package enum RecordedAnswer: Hashable, Sendable {
  case value(String, Date)
  case missing(MissingAnswer)
}

/// The reason why a reference to an answer has no value, so that its request is sent first. A date is that of the answer
/// that exists.
package enum MissingAnswer: Hashable, Sendable {
  case neverSent, neverSucceeded
  /// Older than the reference accepts.
  case outdated(Date)
  case withoutValue(Date)
  /// The history contains a mask in place of the value.
  case masked(Date)
}

/// The effect of a send on one reference to an answer.
package enum AnswerOutlook: Hashable, Sendable {
  /// It uses the answer of that time.
  case uses(Date)
  /// It first sends the request with this method. If `asks`, it asks before that.
  case sendsFirst(method: String, MissingAnswer, asks: Bool)
}

extension ResponseReference {
  /// The time before which an answer is outdated; `nil` for none.
  fileprivate func earliest(_ now: Date) -> Date? {
    maximumAge.map { now.addingTimeInterval(-Double($0.components.seconds)) }
  }
}

extension SendContext {
  /// Each `{{request | part}}` that a send evaluates, once, with its field; also those in the values of variables that
  /// the request uses.
  package func references(
    of definition: RequestDefinition
  ) -> [(reference: ResponseReference, field: SendRefusal.Field, place: String)] {
    let templates = templates(of: definition)
    guard !templates.isEmpty else { return [] }
    let table = table(for: definition)
    var seen: Set<ResponseReference> = []
    var found: [(reference: ResponseReference, field: SendRefusal.Field, place: String)] = []
    for (field, place, text) in templates {
      let direct = ResponseReference.references(in: [text])
      // A name built from an answer is not looked up, since the answer would choose which request is sent.
      let inner = table.resolved(text).unresolved.compactMap { missing in
        missing.reason == .namedByAnswer ? nil : ResponseReference(missing.name)
      }
      for reference in direct + inner where seen.insert(reference).inserted {
        found.append((reference, field, place))
      }
    }
    return found
  }

  /// True if inherited settings may need the answer to a request, or set a variable from each answer.
  package var mayUseAnswers: Bool {
    layers.contains { !$0.settings.captures.isEmpty || !$0.settings.scripts.isEmpty } || mayRefer
  }

  /// True if inherited settings or variables may need the answer to a request.
  package var mayRefer: Bool {
    inherits { $0.utf8.has(UInt8(ascii: "|")) && $0.contains("{{") }
  }

  /// True if inherited settings or variables may contain a prompt: `{{?label}}`.
  package var mayAsk: Bool { inherits(PromptQuestion.mayBe) }

  /// True if a text that requests inherit or may use satisfies the condition.
  private func inherits(_ isSuch: (String) -> Bool) -> Bool {
    variables.entries.contains { !$0.isFinal && isSuch($0.value) }
      || layers.map(\.settings).contains { shared in
        shared.headers.contains { isSuch($0.name) || isSuch($0.value) }
          || shared.authentication.fields.contains { isSuch($0.value) }
          || shared.certificates.contains { $0.fields.contains { isSuch($0.value) } }
          || shared.proxy?.fields.contains { isSuch($0.value) } == true
      }
  }

  /// The user's inputs, for another request that has to be sent first.
  package var inputs: VariableInputs {
    let prompts = variables.pairs(.prompt).map { (String($0.name.dropFirst()), $0.value) }
    let process = variables.entries.filter { $0.origin == .process }.map { entry in
      (entry.source == nil ? VariableInputs.givenPrefix + entry.name : entry.name, entry.value)
    }
    var runtime = RuntimeVariables(variables.pairs(.runtime))
    runtime.unset(variables.unset)
    return VariableInputs(
      commandLine: variables.pairs(.commandLine).reversed(), prompts: Dictionary(prompts) { first, _ in first },
      runtime: [answerScope: runtime],
      process: Dictionary(process) { first, _ in first })
  }
}

extension VariableTable {
  /// The entries of one origin.
  package func pairs(_ origin: Origin) -> [VariableInputs.Pair] {
    entries.filter { $0.origin == origin }.map { VariableInputs.Pair($0.name, $0.value, json: $0.json) }
  }

  /// Adds a value of another answer under its reference. It is treated as a secret, because it is usually a token.
  package mutating func add(_ value: String, for reference: ResponseReference) {
    entries.append(Entry(reference.name, value, isSecret: true, origin: .response(reference.requestID)))
  }
}
