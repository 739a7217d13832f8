import Basics
package import Networking
package import Workspaces

/// The first request of an exchange in the history as it went out, to send or to edit it again.
package struct SentCopy: Sendable {
  /// Everything but the body.
  private let head: RequestDefinition
  private let body: ByteStore?
  /// The file of a body that is not text.
  private let path: String?
  private let omitted: OmittedBody?

  /// `nil` if nothing was sent.
  /// - Parameters:
  ///   - defaults: what the client adds to each request.
  ///   - usesOwnProxy: whether the collection's proxy is used again, which adds its own headers.
  package init?(_ record: HistoryRecord, defaults: RequestConfig, usesOwnProxy: Bool) {
    guard let sent = record.exchange.hops.first?.request else { return nil }
    var head = RequestDefinition(
      name: record.requestID ?? sent.url, method: sent.method, url: sent.url, authentication: .none)
    head.headers = SentHeaders(sent, defaults: defaults.headers, usesOwnProxy: usesOwnProxy).rows
    // The URL is already encoded. Redirects are followed if the exchange had any.
    head.settings.encodeURL = false
    head.settings.followRedirects = record.exchange.hops.contains { $0.cause == .redirect }
    if SentHeaders.isOfWebSocket(sent.url) || record.exchange.conversation != nil, head.method == "GET" {
      head.kind = .webSocket
      head.method = ""
      head.conversation = ConversationDefinition(messages: Self.said(in: record.exchange))
    }
    self.head = head
    body = sent.body.flatMap { $0.count > 0 ? $0 : nil }
    path = record.sentBodyPath
    omitted = record.omittedSentBody
  }

  /// More would say it for minutes.
  private static let mostMessages = 100

  /// What was said, to be said again.
  private static func said(in exchange: Exchange) -> [ConversationDefinition.Message] {
    let said = (exchange.conversation?.messages ?? []).lazy.filter { $0.direction == .outgoing && $0.kind.isContent }
    return said.prefix(mostMessages).enumerated().map { index, message in
      let bytes = message.body.allBytes
      let isBinary = message.kind == .binary
      return ConversationDefinition.Message(
        "message \(index + 1)", kind: isBinary ? "binary" : "text",
        isBinary ? Base64.encode(bytes) : String(decoding: bytes, as: UTF8.self), isSelected: true)
    }
  }

  /// Whether the history masked a secret in it, so that it cannot be sent as it is stored.
  package var isMasked: Bool {
    let mask = Redaction.standard.mask
    return ([head.url] + head.headers.map(\.value) + head.conversation.messages.map(\.data)).contains {
      $0.contains(mask)
    } || isBodyMasked
  }

  private var isBodyMasked: Bool {
    body.map { String(decoding: $0.allBytes, as: UTF8.self).contains(Redaction.standard.mask) } ?? false
  }

  /// Why the body cannot be sent again; `nil` if it can.
  package var missingBody: String? {
    guard body == nil, let path else { return nil }
    return omitted?.description ?? "its body is no longer in the history: \(path) is gone"
  }

  /// For the editor. A body that is not text is the file that the history stored it in, which is sent byte by byte.
  package var definition: RequestDefinition {
    var definition = head
    let type = head.headers.first { $0.isEnabled && $0.name.lowercased() == "content-type" }?.value ?? ""
    guard let body else {
      if let path { definition.body = .file([BodyDefinition.FileChoice(path: path)]) }
      return definition
    }
    let text = String(validating: body.allBytes, as: UTF8.self)
    if let path, text == nil || body.allBytes.contains(0), !isBodyMasked {
      definition.body = .file([BodyDefinition.FileChoice(path: path)])
    } else {
      definition.body = .text(
        BodyDefinition.TextKind(contentType: type), text ?? String(decoding: body.allBytes, as: UTF8.self))
    }
    if type.isEmpty { definition.headers.append(Row("Content-Type", isEnabled: false, omitsInherited: true)) }
    return definition
  }

  /// For sending as it is: the body contains no variables.
  package func plan(in context: SendContext, of workspace: Workspace) -> SendPlan {
    var plan = SendPlan(definition: head, context: context, workspace: workspace)
    if let body { plan.changes.append(.body(body.allBytes)) }
    return plan
  }
}

extension HistoryRecord {
  /// The request as it went out, for editing.
  /// - Parameter defaults: what the client adds to each request.
  package func definition(in workspace: Workspace, defaults: RequestConfig) -> RequestDefinition {
    let copy = SentCopy(self, defaults: defaults, usesOwnProxy: usesOwnProxy(in: workspace))
    return copy?.definition ?? RequestDefinition(name: requestID ?? "", authentication: .none)
  }

  private func usesOwnProxy(in workspace: Workspace) -> Bool {
    // A request without a file belongs to no collection.
    guard requestID != nil else { return false }
    let root = collection.map { "\(workspace.path)/\($0)" } ?? workspace.path
    // If the collection's file cannot be read, the send says so.
    return (try? workspace.settings(of: root))?.settings.proxy?.use == .own
  }
}
