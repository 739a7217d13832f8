import Networking

/// A hop as `curl -v` shows it: what was sent behind `>`, what came back behind `<`, the rest behind `*`.
enum WireText {
  static func request(_ request: SentRequest) -> String {
    guard request.head.isEmpty else { return marked(request.head, with: ">") }
    var lines = "> \(TerminalText.shown("\(request.method) \(request.url)"))\n"
    for field in request.headers.fields { lines += "> \(TerminalText.shown(field.line))\n" }
    return lines + ">\n"
  }

  static func response(_ head: ResponseHead) -> String {
    guard head.raw.isEmpty else { return marked(head.raw, with: "<") }
    return marked(self.head(head), with: "<")
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
      if let client = tls.clientWords { text += "\n* Client certificate: \(client)" }
    }
    return TerminalText.shown(text) + "\n"
  }

  /// The head of a response to the byte, built anew where the transport did not keep it.
  static func head(_ head: ResponseHead) -> [UInt8] {
    guard head.raw.isEmpty else { return head.raw }
    var text = "HTTP/\(head.httpVersion) \(head.status.code)"
    if !head.status.reasonPhrase.isEmpty { text += " \(head.status.reasonPhrase)" }
    for field in head.headers.fields { text += "\r\n\(field.name): \(field.value)" }
    return Array((text + "\r\n\r\n").utf8)
  }

  private static func marked(_ head: [UInt8], with mark: String) -> String {
    var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return (lines + [""]).map { line in
      line.isEmpty ? "\(mark)\n" : "\(mark) \(TerminalText.shown(String(line)))\n"
    }.joined()
  }
}
