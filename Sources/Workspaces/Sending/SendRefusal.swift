import Basics
import HTTPModel

/// The reason why a request was not sent: the field, so that the screen can show it, and the fault.
package struct SendRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field of the request as edited; rows count from 0 in the definition's list.
  package enum Field: Hashable, Sendable {
    case kind
    case method
    case url
    case query(row: Int)
    case pathParameter(name: String)
    case header(row: Int)
    /// The body's text, or row `row` of its form, parts or files.
    case body(row: Int?)
    case authentication(field: String)
    /// A header or the authentication of a folder or the collection, given by its path.
    case inherited(from: String, header: Int?)
    case settings

    var isBody: Bool { if case .body = self { true } else { false } }
  }

  package enum Problem: Hashable, Sendable {
    case unresolved([UnresolvedVariable])
    /// A character that is not allowed in a header, `CR`, `LF` or `NUL`.
    case lineBreak(character: String)
    case invalidName
    case missingPathParameter
    case unreadableFile(path: String, reason: String)
    /// A kind of request or authentication that cannot be sent.
    case unsupported(String)
    case invalidJSON(String)
    case invalid(String)
    /// Uses of sources that belong to the user, not the collection, and need consent: ask, then call
    /// `ConsentStore.allow`.
    case notAllowed([UserValueUse])
  }

  package var field: Field
  package var problem: Problem
  /// The field in words: `header 3, X-Key`.
  package var place: String

  package init(_ field: Field, _ problem: Problem, _ place: String) {
    self.field = field
    self.problem = problem
    self.place = place
  }

  /// Neither curl nor a file can hold the messages of a conversation.
  private static let conversation = "a \(RequestDefinition.Kind.webSocket.word) request"
  private static let call = "a \(RequestDefinition.Kind.grpc.word) request"

  /// The refusal if no driver sends requests of this kind.
  package init(unsupported definition: RequestDefinition) {
    self.init(.kind, .unsupported("a \(definition.kind.word) request"), definition.name)
  }

  package var description: String { "\(place): \(Self.words(problem))" }

  /// The description without advice for the command line, for the screen.
  package var headline: String {
    guard case .unresolved(let variables) = problem else { return description }
    return "\(place): \(variables.map(\.problem).joined(separator: "; "))"
  }

  private static func refused(_ uses: [UserValueUse]) -> String {
    guard let first = uses.first else { return "not allowed" }
    let verb =
      switch first.source.kind {
      case .command: "would go to"
      case .certificate, .pin, .unverified, .unverifiedRequests, .authorities: "is requested by its file for"
      case .file where first.isRead: "would be read for"
      case .variable, .file, .token, .secret, .scriptOrigin: "would go to"
      case .script: "would run with"
      case .login: "would be opened for"
      case .shared: "would be used by"
      }
    let more = uses.count > 1 ? ", and \(uses.count - 1) more" : ""
    if first.receiver == UserValueUse.scripts {
      return "they would read \(first.what)\(more), which you have not allowed for this collection"
    }
    if first.source == .shared { return "\(first.what) \(verb) this collection\(more), which you have not allowed" }
    return "\(first.what) \(verb) \(first.receiver)\(more), which you have not allowed for this collection"
  }

  /// The message with secrets masked, to be printed and logged.
  func masked(by redaction: Redaction) -> SendRefusal {
    let shown: Problem =
      switch problem {
      case .unreadableFile(let path, let reason):
        .unreadableFile(path: redaction.masked(text: path), reason: redaction.masked(text: reason))
      case .unsupported(let what): .unsupported(redaction.masked(text: what))
      case .invalidJSON(let reason): .invalidJSON(redaction.masked(text: reason))
      case .invalid(let reason): .invalid(redaction.masked(text: reason))
      case .unresolved, .lineBreak, .invalidName, .missingPathParameter, .notAllowed: problem
      }
    return SendRefusal(field, shown, redaction.masked(text: place))
  }

  private static func words(_ problem: Problem) -> String {
    switch problem {
    case .unresolved(let variables): variables.map(\.description).joined(separator: "; ")
    case .lineBreak(let character): "a header value cannot contain \(character); remove it"
    case .invalidName: "the name is not valid for a header; \(RequestError.headerNameRule)"
    case .missingPathParameter: "no value; fill it in under Params"
    case .unreadableFile(let path, let reason): "cannot read \(path): \(reason)"
    case .unsupported(let what) where what == Self.conversation:
      "\(what) has no such form, dry run or download; send it, or write it as a websocat command"
    case .unsupported(let what) where what == Self.call:
      "\(what) has no such form, dry run or download; send it, or write it as a grpcurl command"
    case .unsupported(let what): "\(what) cannot be sent yet"
    case .invalidJSON(let reason): "\(reason)"
    case .invalid(let reason): reason
    case .notAllowed(let uses): refused(uses)
    }
  }
}

/// A variable without a value, and the field that uses it.
package struct MissingVariable: Hashable, Sendable {
  package var field: SendRefusal.Field
  /// In words: `header 3, X-Key`.
  package var place: String
  package var variable: UnresolvedVariable
}

extension SendContext {
  /// Every variable of the request without a value, in the order of the screen: the reasons to refuse a send, and the
  /// values to ask the user for.
  package func missing(in definition: RequestDefinition) -> [MissingVariable] {
    let templates = templates(of: definition)
    guard !templates.isEmpty else { return [] }
    let table = table(for: definition)
    return templates.flatMap { field, place, text in
      table.resolved(text).unresolved.map { MissingVariable(field: field, place: place, variable: $0) }
    }
  }

  /// The `{{?label}}` prompts without an answer, each label once.
  package func prompts(in definition: RequestDefinition) -> [PromptQuestion] {
    var questions: [PromptQuestion] = []
    for found in missing(in: definition) where found.variable.reason == .prompt {
      if let question = PromptQuestion(named: found.variable.name) { questions.add([question]) }
    }
    return questions
  }

  /// Adds the answers to prompts, by label.
  package mutating func answer(_ answers: [String: String]) {
    let place =
      variables.entries.firstIndex { $0.origin.rank >= VariableTable.Origin.prompt.rank } ?? variables.entries.count
    variables.entries.insert(contentsOf: VariableTable.entries(answering: answers), at: place)
  }

  /// The texts that may contain variables, each with its field.
  package func templates(of definition: RequestDefinition) -> [(SendRefusal.Field, String, String)] {
    texts(of: definition).filter { $0.2.utf8.has(UInt8(ascii: "{")) }
  }

  /// The texts that are sent, each with its field.
  func texts(of definition: RequestDefinition) -> [(SendRefusal.Field, String, String)] {
    var found: [(SendRefusal.Field, String, String)] = [
      (.method, "method", definition.method), (.url, "URL", definition.url),
    ]
    for parameter in definition.params where parameter.place == .path && parameter.row.isEnabled {
      let name = parameter.row.name
      found.append((.pathParameter(name: name), "path parameter \(name)", parameter.row.value))
    }
    for (row, index, layer) in inheritedHeaders(of: definition) {
      let field = SendRefusal.Field.inherited(from: layer.path, header: index)
      found.append((field, "header \(index + 1), \(row.name), of \(layer.name)", row.name + row.value))
    }
    for (index, row) in definition.headers.enumerated() where row.isEnabled {
      found.append((.header(row: index), "header \(index + 1), \(row.name)", row.name + row.value))
    }
    found += definition.kind.isConversation ? messageTexts(definition) : bodyTexts(definition.body)
    found += graphQLTexts(definition)
    let (auth, layer) = authentication(of: definition)
    for field in auth.fields {
      if let layer {
        found.append((.inherited(from: layer.path, header: nil), "auth of \(layer.name), \(field.name)", field.value))
      } else {
        found.append((.authentication(field: field.name), "auth, \(field.name)", field.value))
      }
    }
    return found + certificateTexts(of: definition) + proxyTexts
  }

  private func graphQLTexts(_ definition: RequestDefinition) -> [(SendRefusal.Field, String, String)] {
    guard case .graphql = definition.body else { return [] }
    let settings = graphQL(of: definition)
    return [
      (.body(row: nil), "GraphQL operation", settings.operation),
      (.settings, "extensions.apus.graphql.connectionInit", settings.connectionInit),
    ]
      + settings.files.enumerated().filter(\.element.isEnabled).map { index, row in
        (.body(row: index), "file \(index + 1), \(row.name)", row.value)
      }
  }

  private func messageTexts(_ definition: RequestDefinition) -> [(SendRefusal.Field, String, String)] {
    definition.conversation.messages.enumerated().filter(\.element.isSelected).map { index, message in
      let plain = definition.isJSON(message) ? JSONComments.removed(from: message.data) : nil
      return (.body(row: index), message.name, plain ?? message.data)
    }
  }

  private func bodyTexts(_ body: BodyDefinition) -> [(SendRefusal.Field, String, String)] {
    func row(_ index: Int, _ name: String, _ text: String) -> (SendRefusal.Field, String, String) {
      (.body(row: index), "form row \(index + 1), \(name)", text)
    }
    switch body {
    case .none: return []
    // Variables in comments are not sent.
    case .text(let kind, let text):
      return [(.body(row: nil), "body", kind == .json ? JSONComments.removed(from: text) ?? text : text)]
    case .graphql(let query, let variables):
      let variables = JSONComments.removed(from: variables) ?? variables
      return [(.body(row: nil), "GraphQL query", query), (.body(row: nil), "GraphQL variables", variables)]
    case .form(let rows):
      return rows.enumerated().filter(\.element.isEnabled).map {
        row($0.offset, $0.element.name, $0.element.name + $0.element.value)
      }
    case .multipart(let parts):
      return parts.enumerated().filter(\.element.isEnabled).map { index, part in
        switch part.content {
        case .text(let text): row(index, part.name, part.name + text)
        case .files(let paths): row(index, part.name, part.name + paths.joined())
        }
      }
    case .file(let choices):
      return choices.enumerated().filter(\.element.isSelected).prefix(1).map { index, choice in
        (.body(row: index), "file \(index + 1)", choice.path + choice.contentType)
      }
    }
  }
}
