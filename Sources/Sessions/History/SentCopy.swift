import Basics
package import Networking
package import Workspaces

/// The first request of a recorded exchange as it was sent, to send or edit it again.
package struct SentCopy: Sendable {
  private let head: RequestDefinition
  private let body: ByteStore?
  /// The file of a body that is not text.
  private let path: String?
  private let omitted: OmittedBody?

  /// Fails if nothing was sent.
  /// - Parameters:
  ///   - defaults: the settings that the client adds to each request.
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
      head.conversation = ConversationDefinition(messages: Self.sentMessages(in: record.exchange))
    }
    self.head = head
    body = sent.body.flatMap { $0.count > 0 ? $0 : nil }
    path = record.sentBodyPath
    omitted = record.omittedSentBody
  }

  /// The limit on repeated messages, because sending more would take minutes.
  private static let mostMessages = 100

  private static func sentMessages(in exchange: Exchange) -> [ConversationDefinition.Message] {
    let sentMessages = (exchange.conversation?.messages ?? []).lazy.filter {
      $0.direction == .outgoing && $0.kind.isContent
    }
    return sentMessages.prefix(mostMessages).enumerated().map { index, message in
      let bytes = message.body.allBytes
      let isBinary = message.kind == .binary
      return ConversationDefinition.Message(
        "message \(index + 1)", kind: isBinary ? "binary" : "text",
        isBinary ? Base64.encode(bytes) : String(decoding: bytes, as: UTF8.self), isSelected: true)
    }
  }

  /// True if the history masked a secret in the request, so that it cannot be sent as stored.
  package var isMasked: Bool {
    let mask = Redaction.standard.mask
    return ([head.url] + head.headers.map(\.value) + head.conversation.messages.map(\.data)).contains {
      $0.contains(mask)
    } || isBodyMasked
  }

  private var isBodyMasked: Bool {
    body.map { String(decoding: $0.allBytes, as: UTF8.self).contains(Redaction.standard.mask) } ?? false
  }

  /// The reason why the body cannot be sent again; `nil` if it can.
  package var missingBody: String? {
    guard body == nil, let path else { return nil }
    return omitted?.description ?? "its body is no longer in the history: \(path) is gone"
  }

  /// The definition for the editor. A binary body refers to the file in the history, which is sent byte for byte.
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

  /// The plan for resending unchanged: the body contains no variables.
  package func plan(in context: SendContext, of workspace: Workspace) -> SendPlan {
    var plan = SendPlan(definition: head, context: context, workspace: workspace)
    if let body { plan.changes.append(.body(body.allBytes)) }
    return plan
  }
}

extension HistoryRecord {
  /// The request as it was sent, for editing.
  /// - Parameter defaults: the settings that the client adds to each request.
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

/// The headers of a sent request, without those that resending adds again in the same form.
struct SentHeaders {
  let rows: [Row]

  init(_ sent: SentRequest, defaults: Headers, usesOwnProxy: Bool) {
    let kept = sent.headers.fields.filter { field in
      !Self.isAddedAgain(field, to: sent.url, usesOwnProxy: usesOwnProxy)
        // Cookies of earlier answers; resending uses the currently stored ones.
        && !(sent.hasKeptCookies && field.name.equalsIgnoringCase("Cookie"))
        && !defaults.fields.contains { $0.line.lowercased() == field.line.lowercased() && $0.value == field.value }
    }
    // A missing default header was removed on purpose. Without a `Host` header nothing was sent, and only the client's
    // own headers are known.
    let usual = defaults.fields.map(\.name) + (sent.headers["Host"] == nil ? [] : ["Accept-Encoding"])
    let left = sent.headers.fields.isEmpty ? [] : usual.filter { sent.headers[$0] == nil }
    rows = kept.map { Row($0) } + left.map { Row($0, isEnabled: false, omitsInherited: true) }
  }

  private static func isAddedAgain(_ field: Header, to url: String, usesOwnProxy: Bool) -> Bool {
    switch field.name.lowercased() {
    case "content-length", "transfer-encoding": true
    case "upgrade", "connection", "sec-websocket-key", "sec-websocket-version", "sec-websocket-extensions":
      Self.isOfWebSocket(url) || Self.offersHTTP2(field)
    case "host": isHost(field.value, of: url)
    // libcurl lists all encodings that it decodes.
    case "accept-encoding": field.value.hasPrefix("deflate, gzip")
    case "http2-settings": true
    // They belong to the connection, not to the request.
    case "proxy-authorization", "proxy-connection": usesOwnProxy
    default: false
    }
  }

  /// Returns whether a field offers HTTP/2 over plain TCP.
  private static func offersHTTP2(_ field: Header) -> Bool {
    switch field.name.lowercased() {
    case "connection": field.value.lowercased().contains("http2-settings")
    case "upgrade": field.value.lowercased() == "h2c"
    default: false
    }
  }

  static func isOfWebSocket(_ url: String) -> Bool { WebSocketURL.http(url) != url }

  private static func isHost(_ value: String, of url: String) -> Bool {
    let parts = URLParts(url)
    let host = (parts.host ?? "").lowercased()
    let value = value.lowercased()
    let standard = ["https", "wss"].contains(parts.scheme?.lowercased()) ? "443" : "80"
    guard let port = parts.portText, !port.isEmpty, port != standard else { return value == host }
    return value == "\(host):\(port)"
  }
}
