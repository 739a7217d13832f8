import HTTPTypes
import Networking

/// Formats a hop like `curl -v`: `>` marks sent lines, `<` received lines, `*` the rest. Secrets are masked, because
/// standard error ends up in logs.
enum VerboseText {
  static func request(_ request: SentRequest, _ redaction: Redaction) -> String {
    guard request.head.isEmpty else { return marked(request.head, with: ">", redaction) }
    let method = redaction.masked(text: request.method)
    var lines = "> \(TerminalText.shown("\(method) \(redaction.masked(url: request.url))"))\n"
    for field in redaction.masked(request.headers).fields { lines += "> \(TerminalText.shown(field.line))\n" }
    return lines + ">\n"
  }

  static func response(_ head: ResponseHead, _ redaction: Redaction) -> String {
    marked(self.head(head), with: "<", redaction)
  }

  /// The trailers after the body; empty if there are none.
  static func trailers(_ head: ResponseHead, _ redaction: Redaction) -> String {
    redaction.masked(head.trailers).fields.map { "< \(TerminalText.shown($0.line))\n" }.joined()
  }

  static func connection(_ connection: Connection) -> String {
    var text = "* \(connection.isReused ? "Reused the connection" : "Connected")"
    if let address = connection.remoteAddress { text += " to \(address)" }
    text += ", HTTP/\(connection.httpVersion)"
    if let tls = connection.tls {
      let agreed = [tls.version, tls.cipher].compactMap(\.self).joined(separator: ", ")
      if !agreed.isEmpty { text += "\n* \(agreed)" }
      if let leaf = tls.certificates.first {
        text += "\n* Certificate of \(leaf.subject), from \(leaf.issuer), good until \(leaf.notAfter)"
      }
      switch tls.verifiedBy {
      case .authorities: break
      case .trustedCertificate: text += "\n* It is the certificate trusted for this server"
      case .nothing: text += "\n* The server's identity was not verified"
      }
      if let client = tls.clientWords { text += "\n* Client certificate: \(client)" }
    }
    return TerminalText.shown(text) + "\n"
  }

  /// The head of a response, byte for byte; reconstructed if the transport did not keep it.
  static func head(_ head: ResponseHead) -> [UInt8] {
    guard head.raw.isEmpty else { return head.raw }
    var text = "HTTP/\(head.httpVersion) \(head.status.code)"
    if !head.status.reasonPhrase.isEmpty { text += " \(head.status.reasonPhrase)" }
    for field in head.headers.fields { text += "\r\n\(field.name): \(field.value)" }
    return Array((text + "\r\n\r\n").utf8)
  }

  private static func marked(_ head: [UInt8], with mark: String, _ redaction: Redaction) -> String {
    var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return (lines + [""]).enumerated().map { index, line in
      guard !line.isEmpty else { return "\(mark)\n" }
      return "\(mark) \(TerminalText.shown(redaction.masked(headLine: line, isFirst: index == 0)))\n"
    }.joined()
  }
}
