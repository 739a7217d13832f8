import Basics
import Essentials
import HTTPModel
import HTTPTypes
import Locks

/// Logs the requests and responses of a client, line by line, to a closure; never to standard output on its own.
///
/// ```
/// → 3f2a91c0 POST https://api.test/orders (Shop/Orders.swift add(_:))
/// ← 3f2a91c0 201 Created · 83 ms · 51 bytes · POST https://api.test/orders
/// ```
public struct RequestLogger: Sendable {
  /// The amount of logging; each level includes those before it.
  public enum Level: Int, Sendable, CaseIterable {
    /// Only requests without a response, or with a status of 400 and above.
    case failures
    /// One line per request and one per response.
    case lines
    /// Also the headers.
    case headers
    /// Also text bodies.
    case bodies

    fileprivate static func >= (left: Level, right: Level) -> Bool { left.rawValue >= right.rawValue }
  }

  /// An entry for the sink.
  public struct Entry: Sendable, Hashable {
    /// The kind of an entry; the raw value is its mark in the line.
    package enum Direction: String, Sendable {
      /// A request is sent.
      case out = "→"
      /// A response was received.
      case `in` = "←"
      /// A retry or a redirect.
      case note = "·"
      /// The call failed.
      case failure = "✗"
    }

    /// The kind of the entry.
    package var direction: Direction
    /// The same for all entries of one call.
    public var id: String
    /// Several lines if headers or bodies are logged.
    public var text: String

    /// The entry in its usual format.
    public var line: String { "\(direction.rawValue) \(id) \(text)" }
  }

  /// The level. Default `.lines`.
  package var level: Level
  /// The redaction of entries. Default `.standard`. Unless it masks nothing, the credentials of a request are masked in
  /// its whole entry, also where a server repeats them.
  package var redaction: Redaction
  /// The maximum number of body bytes to log.
  package var bodyLimit: Int
  /// Receives every entry, on a thread chosen by the client.
  package var sink: @Sendable (Entry) -> Void

  /// A logger; pass it to `ExecutionConfig.log`. Credentials are masked by their names and places.
  /// - Parameters:
  ///   - level: the amount of logging.
  ///   - secrets: further texts to mask, wherever they occur.
  ///   - secretNames: further names of headers, parameters and JSON members with secret values.
  ///   - bodyLimit: the maximum number of body bytes to log.
  ///   - sink: receives every entry, on a thread chosen by the client.
  public init(
    level: Level = .lines, secrets: Set<String> = [], secretNames: Set<String> = [], bodyLimit: Int = 8 << 10,
    sink: @escaping @Sendable (Entry) -> Void
  ) {
    let redaction = Redaction.standard.adding(secrets).addingNames(secretNames)
    self.init(level: level, redaction: redaction, bodyLimit: bodyLimit, sink: sink)
  }

  package init(
    level: Level = .lines, redaction: Redaction, bodyLimit: Int = 8 << 10, sink: @escaping @Sendable (Entry) -> Void
  ) {
    self.level = level
    self.redaction = redaction
    self.bodyLimit = bodyLimit
    self.sink = sink
  }

  /// An observer for a client that names this place in the source.
  package func observer(file: String = #fileID, function: String = #function) -> ClientObserver {
    let sent = SentCredentials()
    return ClientObserver(isLog: true) { notice in
      var logger = self
      logger.redaction = sent.redaction(redaction, at: notice)
      guard let entry = logger.entry(notice, site: "\(file) \(function)") else { return }
      sink(entry)
    }
  }
}

/// Remembers the credentials of running calls, so that they are masked in everything that a server repeats.
private final class SentCredentials: Sendable {
  private let known = Mutex<[UUID: Redaction]>([:])

  /// The redaction for the entry of a notice.
  /// - Parameter base: the logger's own; one that masks nothing stays as it is.
  func redaction(_ base: Redaction, at notice: ClientObserver.Notice) -> Redaction {
    guard !base.isNone else { return base }
    switch notice.moment {
    case .willSend(let request, _):
      return known.withLock { known in
        let redaction = (known[notice.id] ?? base).adding(credentialsOf: request)
        known[notice.id] = redaction
        return redaction
      }
    case .finished(let exchange):
      let redaction = known.withLock { $0.removeValue(forKey: notice.id) } ?? base
      return redaction.adding(credentialsOf: notice.request).adding(credentialsOf: exchange)
    default: return known.withLock { $0[notice.id] } ?? base
    }
  }
}

extension ExecutionConfig {
  /// Logs this call, or every call if set in a client's configuration, with the place in the source.
  public mutating func log(_ logger: RequestLogger, file: String = #fileID, function: String = #function) {
    observers.append(logger.observer(file: file, function: function))
  }

  /// Disables logging for this call, regardless of the client's configuration.
  public mutating func mute() {
    observers.removeAll(where: \.isLog)
  }
}

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
        let text = "\(redaction.masked(message: failure.text)) · \(name) (\(site))"
        return entry(.failure, text + (exchange.response.map { details(of: exchange, $0) } ?? ""))
      }
      guard let head = exchange.response, level >= .lines || head.status.code >= 400 else { return nil }
      return entry(.in, incoming(exchange, head, name: name))
    default: return nil
    }
  }

  /// Masks the method too, because it may come from a variable.
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

  private func outgoing(_ body: Request.Body, _ type: String) -> String? {
    switch body {
    case .none: nil
    case .bytes(let bytes): content(bytes, of: bytes.count, type)
    case .sequence(let pieces):
      pieces.map { piece in
        switch piece {
        case .bytes(let bytes): content(bytes, of: bytes.count, type)
        case .file(let path, let size): redaction.masked(text: BodyText.file(path, size))
        }
      }.joined()
    case .file(let path, let size): redaction.masked(text: BodyText.file(path, size))
    case .stream(let stream): BodyText.stream(stream.count)
    }
  }

  private func incoming(_ exchange: Exchange, _ head: ResponseHead, name: String) -> String {
    let reason = redaction.masked(text: head.status.reasonPhrase)
    var text = "\(head.status.code) \(reason) · \(Quantity.milliseconds(exchange.duration))"
    text += " · \(Self.size(of: exchange)) bytes · \(name)"
    if exchange.attempts > 1 { text += " · \(exchange.attempts) attempts" }
    if exchange.isFromCache { text += " · from cache" }
    return text + details(of: exchange, head)
  }

  /// The headers and the body of a response, according to the level.
  private func details(of exchange: Exchange, _ head: ResponseHead) -> String {
    let text = level >= .headers ? lines(head.headers) : ""
    guard level >= .bodies, let body = exchange.body, body.count > 0 else { return text }
    let bytes = body.bytes(in: 0..<limit + redaction.reach)
    return text + "\n" + content(bytes, of: body.count, head.headers["Content-Type"] ?? "")
  }

  /// The size of the body in bytes. That of a streamed one is with its reader, so the hop has the count.
  private static func size(of exchange: Exchange) -> Int {
    let kept = exchange.body?.count ?? 0
    return kept > 0 || exchange.isFromCache ? kept : exchange.hops.last?.sizes.responseBody ?? 0
  }

  /// Limited, so that additions cannot overflow.
  private var limit: Int { min(max(0, bodyLimit), 1 << 40) }

  /// - Parameter bytes: the logged part of the body, plus the length of a secret that extends beyond it.
  private func content(_ bytes: [UInt8], of total: Int, _ type: String) -> String {
    // Masks first: a secret that was formatted or cut off is no longer found.
    let masked = redaction.masked(logged: Array(bytes.prefix(limit + redaction.reach)), limit: limit, type: type)
    let isCut = total > limit
    // A body that is not JSON is logged as it is.
    let json = MediaType(type).isJSON && !isCut ? try? JSONValue(parsing: masked) : nil
    return BodyText.text(of: json.map { Array($0.pretty.utf8) } ?? masked, isCut: isCut, total: total)
  }

  private func lines(_ headers: Headers) -> String {
    redaction.masked(headers).fields.map { "\n  \($0.name): \($0.value.visible)" }.joined()
  }
}
