import Basics
import FoundationEssentials
import HTTPTypes

extension RequestLogger {
  /// The entry for a notice at this level, if any.
  func entry(_ notice: ClientObserver.Notice, site: String) -> Entry? {
    let id = String(notice.id.uuidString.prefix(8)).asciiLowercased
    func entry(_ direction: Entry.Direction, _ text: String) -> Entry {
      Entry(direction: direction, id: id, text: text)
    }
    switch notice.moment {
    case .willSend(let request, let attempt):
      guard level >= .lines else { return nil }
      return entry(.out, outgoing(request, attempt: attempt, site: site))
    case .willRetry(let attempt, let wait):
      guard level >= .lines else { return nil }
      return entry(.note, "attempt \(attempt) in \(Quantity.milliseconds(wait))")
    case .redirected(_, let to):
      guard level >= .lines else { return nil }
      return entry(.note, "redirected to \(redaction.masked(url: to))")
    case .finished(let exchange):
      let name = Self.name(notice.request, exchange.finalURL ?? notice.request.url, redaction)
      if let failure = exchange.failure {
        return entry(.failure, "\(redaction.masked(text: failure.description)) · \(name) (\(site))")
      }
      guard let head = exchange.response, level >= .lines || head.status.code >= 400 else { return nil }
      return entry(.in, incoming(exchange, head, name: name))
    default: return nil
    }
  }

  /// A method may come from a variable, too.
  private static func name(_ request: Request, _ url: String, _ redaction: Redaction) -> String {
    "\(redaction.masked(text: request.method.rawValue)) \(redaction.masked(url: url))"
  }

  private func outgoing(_ request: Request, attempt: Int, site: String) -> String {
    var text = Self.name(request, request.url, redaction)
    if attempt > 1 { text += " · attempt \(attempt)" }
    text += " (\(site))"
    if level >= .headers { text += lines(request.headers) }
    guard level >= .bodies else { return text }
    guard let body = outgoing(request.body, request.headers["Content-Type"] ?? "") else { return text }
    return text + "\n" + body
  }

  private func outgoing(_ body: RequestBody, _ type: String) -> String? {
    switch body {
    case .none: nil
    case .bytes(let bytes): content(bytes, of: bytes.count, isJSON: MediaType(type).isJSON, isForm: true)
    case .sequence(let pieces):
      pieces.map { piece in
        switch piece {
        case .bytes(let bytes): content(bytes, of: bytes.count, isJSON: false, isForm: true)
        case .file(let path, let size): redaction.masked(text: BodyText.file(path, size))
        }
      }.joined()
    case .file(let path, let size): redaction.masked(text: BodyText.file(path, size))
    case .stream(let stream): BodyText.stream(stream.count)
    }
  }

  private func incoming(_ exchange: Exchange, _ head: ResponseHead, name: String) -> String {
    let size = exchange.hops.last?.sizes.responseBody ?? 0
    var text = "\(head.status.code) \(head.status.reasonPhrase) · \(Quantity.milliseconds(exchange.duration))"
    text += " · \(exchange.body?.count ?? size) bytes · \(name)"
    if exchange.attempts > 1 { text += " · \(exchange.attempts) attempts" }
    if exchange.isFromCache { text += " · from cache" }
    if level >= .headers { text += lines(head.headers) }
    guard level >= .bodies, let body = exchange.body, body.count > 0 else { return text }
    let bytes = body.bytes(in: 0..<limit + redaction.reach)
    let isJSON = MediaType(head.headers["Content-Type"] ?? "").isJSON
    return text + "\n" + content(bytes, of: body.count, isJSON: isJSON, isForm: false)
  }

  /// Small enough to be added to.
  private var limit: Int { min(max(0, bodyLimit), 1 << 40) }

  /// - Parameters:
  ///   - bytes: at least as much of the body as is logged and a secret reaches beyond that.
  ///   - isForm: whether the values of secret names in `a=1&b=2` are masked, too.
  private func content(_ bytes: [UInt8], of total: Int, isJSON: Bool, isForm: Bool) -> String {
    let redaction = self.redaction.addingParametersToMembers
    // First of all: a secret that was laid out anew, or cut off, is no longer found.
    let masked = redaction.masked(
      startOf: Array(bytes.prefix(limit + redaction.reach)), limit: limit,
      type: isForm && !isJSON ? "application/x-www-form-urlencoded" : "")
    let isCut = total > limit
    let pretty = isJSON && !isCut ? JSONLexer.pretty(masked) : nil
    return BodyText.text(of: pretty ?? masked, isCut: isCut, total: total)
  }

  private func lines(_ headers: Headers) -> String {
    redaction.masked(headers).fields.map { "\n  \($0.name): \($0.value.visible)" }.joined()
  }
}
