import Basics
package import HTTPModel

/// A request as it would be sent now, byte for byte, with its secrets and without.
package struct SendPreview: Equatable, Sendable {
  /// A header line without its line end.
  package struct Line: Equatable, Sendable {
    package let text: String
    package let masked: String
    /// The field name in lower case; `nil` for the first line and for the HTTP/2 host.
    package let field: String?
  }

  /// The bytes of the head with its empty line, and the lines in it.
  package let headBytes: [UInt8]
  package let head: [Line]
  /// The body or its beginning.
  package let body: [UInt8]
  package let maskedBody: [UInt8]
  package let contentType: String?
  /// The size of the whole body in bytes, and whether it continues beyond `body`; `nil` if the size is known only at
  /// the end.
  package let bodyCount: Int?
  package let isCut: Bool
  /// The description of when the messages shown in place of a body are sent; `nil` for a real body.
  package let note: String?
  /// Warnings that do not stop a send.
  package let notices: [String]

  package var isText: Bool { !body.contains(0) }
  private var hidesHead: Bool { head.contains { $0.text != $0.masked } }
  /// True if the request contains a secret.
  package var hidesSomething: Bool { hidesHead || maskedBody != body }

  /// The head with its secrets masked. Bytes that are not UTF-8 stay unchanged if there is nothing to mask.
  package var maskedHead: [UInt8] {
    hidesHead ? Array((head.map(\.masked).joined(separator: "\r\n") + "\r\n\r\n").utf8) : headBytes
  }

  /// - Parameters:
  ///   - size: the size of the content shown in place of a body, if it differs from the text's.
  ///   - limit: the number of body bytes to keep.
  package init(
    _ sent: SentRequest, _ redaction: Redaction, notices: [String] = [], note: String? = nil, size: Int? = nil,
    limit: Int = 64 << 10
  ) {
    self.note = note.map { redaction.masked(text: $0) }
    self.notices = notices.map { redaction.masked(text: $0) }
    headBytes = sent.head
    var lines = String(decoding: sent.head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    head = lines.enumerated().map { index, line in
      let name = line.utf8.firstIndex(of: UInt8(ascii: ":")).map { String(line[..<$0]).lowercased() }
      return Line(
        text: String(line), masked: redaction.masked(headLine: line, isFirst: index == 0),
        field: index == 0 || name?.isEmpty == true ? nil : name)
    }
    contentType = sent.headers["Content-Type"]
    let all = sent.body?.allBytes ?? []
    body = Array(all.prefix(limit))
    // Masked as a whole, because a secret may cross the end of the shown part.
    let masked = redaction.masked(bytes: all, type: contentType ?? "")
    maskedBody = masked == all ? body : Array(masked.prefix(limit))
    let declared = note == nil ? sent.headers["Content-Length"].flatMap { Int($0) } : nil
    let isChunked = note == nil && sent.headers["Transfer-Encoding"] != nil
    let goesOn = isChunked ? !all.suffix(5).elementsEqual("0\r\n\r\n".utf8) : (declared ?? 0) > all.count
    isCut = goesOn || all.count > limit
    bodyCount = size ?? declared ?? (isCut ? nil : all.count)
  }
}
