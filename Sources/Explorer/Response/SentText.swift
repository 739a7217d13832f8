import Basics
import Documents
import HTTPModel
import Workspaces

/// The request as sent, as text.
extension Exchange {
  /// Secrets are masked as in the request's own tabs, until the user asks to see them.
  func sentReading(_ variables: VariableTable?, revealsSecrets: Bool) -> ResponsePane.Reading? {
    guard let request else { return nil }
    let redaction = revealsSecrets ? Redaction.none : redaction(variables)
    let head = request.head(redaction)
    var reading = ResponsePane.Reading(
      Document(bytes: head + request.shownBody(redaction), contentType: "text/plain"))
    let isInParts = request.headers["Content-Type"]?.lowercased().hasPrefix("multipart/") == true
    reading.protocolText = isInParts ? .max : head.count
    reading.headEnd = head.count
    return reading
  }

  /// The exchange with the secrets of its request hidden, for comparison; the answer is unchanged.
  func hidingSent(_ secrets: Set<String>, _ variables: VariableTable?) -> Exchange {
    guard let last = hops.indices.last else { return self }
    let redaction = redaction(variables).adding(secrets)
    var hidden = self
    let sent = hops[last].request
    var request = SentRequest(
      method: sent.method, url: redaction.masked(url: sent.url), headers: redaction.masked(sent.headers))
    request.body = sent.body.map { body in
      guard body.count <= Self.largestHidden else { return body }
      return ByteStore(redaction.masked(bytes: body.allBytes, type: sent.headers["Content-Type"] ?? ""))
    }
    hidden.hops[last].request = request
    return hidden
  }

  /// The size limit in bytes; a larger body is compared unmasked.
  private static let largestHidden = 16 << 20

  private func redaction(_ variables: VariableTable?) -> Redaction {
    Self.usual(variables).adding(credentialsOf: self)
  }

  /// The resolved URL with its secrets masked.
  static func shown(url: String, _ variables: VariableTable?) -> String { usual(variables).masked(url: url) }

  private static func usual(_ variables: VariableTable?) -> Redaction {
    var redaction = Redaction.standard
    redaction.mask = VariableSpan.mask
    let secrets = (variables?.entries ?? []).filter(\.isSecret).map(\.value)
    // A shorter value occurs by chance in too many texts.
    return redaction.adding(Set(secrets.filter { $0.utf8.count >= 3 }))
  }
}

extension SentRequest {
  /// The head as sent, including the empty line.
  fileprivate func head(_ redaction: Redaction) -> [UInt8] {
    if redaction.isNone, !head.isEmpty { return head }
    let line = String(decoding: head.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    var start = [method, redaction.masked(url: url)]
    if parts.count == 3 { start = [String(parts[0]), redaction.masked(url: String(parts[1])), String(parts[2])] }
    let lines = [start.joined(separator: " ")] + redaction.masked(headers).fields.map(\.line) + ["", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  /// A long body is cut, because the request pane shows its source.
  fileprivate func shownBody(_ redaction: Redaction) -> [UInt8] {
    guard let body else { return [] }
    let bytes = body.bytes(in: 0..<min(body.count, 1 << 20))
    return redaction.masked(bytes: bytes, type: headers["Content-Type"] ?? "")
  }
}

extension ResponseReducer {
  /// Shows or hides the secrets of the sent request; the cursor stays on its line.
  mutating func toggleSecrets() {
    guard let exchange = pane.exchange, let old = pane.sent else { return }
    pane.revealsSecrets.toggle()
    pane.sent = exchange.sentReading(subject.variables, revealsSecrets: pane.revealsSecrets)
    guard let new = pane.sent else { return }
    new.document.advanceToEnd()
    settle()
    if var reading = pane.sent {
      reading.document.move(&reading.view, .line(old.view.cursorLine))
      pane.sent = reading
    }
    context.run(.document(.index(key, new.document)))
  }
}
