import Documents
import Workspaces

/// The multi-line texts of a request.
enum TextSlot: Hashable, Sendable {
  case body, query, graphVariables, docs
  /// A message of a call, by its place.
  case message(Int)
}

extension RequestDefinition {
  /// `nil` if the request currently has no such text.
  func text(in slot: TextSlot) -> String? {
    switch (slot, body) {
    case (.docs, _): docs
    case (.message(let place), _): messageText(at: place)
    case (.body, .text(_, let text)): text
    case (.query, .graphql(let query, _)): query
    case (.graphVariables, .graphql(_, let variables)): variables
    default: nil
    }
  }

  /// A call without messages has room for its first.
  private func messageText(at place: Int) -> String? {
    guard kind == .grpc else { return nil }
    let messages = conversation.messages
    return messages.indices.contains(place) ? messages[place].data : place == 0 ? "" : nil
  }

  private mutating func setMessage(_ text: String, at place: Int) {
    if conversation.messages.indices.contains(place) {
      conversation.messages[place].data = text
    } else if kind == .grpc, place == conversation.messages.count, !text.isEmpty {
      let name = ConversationDefinition.Message.standardName(at: place)
      conversation.messages.append(.init(name, text, isSelected: true))
    }
  }

  mutating func setText(_ text: String, in slot: TextSlot) {
    switch (slot, body) {
    case (.docs, _): docs = text
    case (.message(let place), _): setMessage(text, at: place)
    case (.body, .text(let kind, _)): body = .text(kind, text)
    case (.query, .graphql(_, let variables)): body = .graphql(query: text, variables: variables)
    case (.graphVariables, .graphql(let query, _)): body = .graphql(query: query, variables: text)
    default: break
    }
  }

  func language(of slot: TextSlot) -> TextLanguage {
    switch (slot, body) {
    case (.docs, _): .markdown
    case (.body, .text(let kind, _)): TextLanguage(kind.syntax)
    case (.graphVariables, _), (.message, _): .json
    case (.query, _): .graphql
    default: .plain
    }
  }
}

extension TextLanguage {
  init(_ syntax: BodyDefinition.TextKind.Syntax) {
    self =
      switch syntax {
      case .plain: .plain
      case .json: .json
      case .xml: .markup
      }
  }

  /// The file suffix for `$EDITOR`, for the languages that requests contain.
  var suffix: String {
    switch self {
    case .json: ".json"
    case .markup: ".xml"
    case .graphql: ".graphql"
    case .markdown: ".md"
    default: ".txt"
    }
  }
}
