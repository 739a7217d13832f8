import Networking

/// Why a request was not sent: the field, so that the screen can go there, and what is wrong with it.
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
    /// Uses of something that belongs to the user, not to the collection, and that the user has not allowed: ask, then
    /// call `ConsentStore.allow`.
    case notAllowed([OutsideUse])
  }

  package var field: Field
  package var problem: Problem
  /// The place in words: `header 3, X-Key`.
  package var place: String

  package init(_ field: Field, _ problem: Problem, _ place: String) {
    self.field = field
    self.problem = problem
    self.place = place
  }

  /// What is said in a conversation is no request that curl or a file could hold.
  private static let conversation = "a \(RequestDefinition.Kind.webSocket.word) request"
  private static let call = "a \(RequestDefinition.Kind.grpc.word) request"

  /// No driver sends requests of this kind.
  package init(unsupported definition: RequestDefinition) {
    self.init(.kind, .unsupported("a \(definition.kind.word) request"), definition.name)
  }

  package var description: String { "\(place): \(Self.words(problem))" }

  /// The description without what to do about it on the command line: the screen offers its own ways.
  package var headline: String {
    guard case .unresolved(let variables) = problem else { return description }
    return "\(place): \(variables.map(\.problem).joined(separator: "; "))"
  }

  private static func refused(_ uses: [OutsideUse]) -> String {
    guard let first = uses.first else { return "not allowed" }
    let verb =
      switch first.source {
      case .command: "would be run, for"
      case .certificate, .pin, .unverified, .unverifiedRequests, .authorities: "is asked for by its file, for"
      case .file where first.isRead: "would be read for"
      case .variable, .file, .token: "would go to"
      }
    let more = uses.count > 1 ? ", and \(uses.count - 1) more like it" : ""
    return "\(first.what) \(verb) \(first.receiver)\(more), which you have not allowed for this collection"
  }

  /// The message with secrets masked: it is printed and logged.
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
    case .invalidName: "the name is not valid for a header; use letters, digits and -"
    case .missingPathParameter: "no value; fill it in under Params"
    case .unreadableFile(let path, let reason): "cannot read \(path): \(reason)"
    case .unsupported(let what) where what == Self.conversation:
      "\(what) has no such form, dry run or download; it can be sent, and written as a websocat command"
    case .unsupported(let what) where what == Self.call:
      "\(what) has no such form, dry run or download; it can be sent, and written as a grpcurl command"
    case .unsupported(let what): "\(what) cannot be sent yet"
    case .invalidJSON(let reason): "\(reason)"
    case .invalid(let reason): reason
    case .notAllowed(let uses): refused(uses)
    }
  }
}
