import Basics
import HTTPModel
import HTTPTypes

/// Writes one record as a HAR 1.2 entry; additional members of Apus have names that begin with `_`.
struct HAREntry {
  /// The location of a body that is not text in the entry.
  enum Place {
    case file(String)
    case omitted(OmittedBody)
    /// The body could not be stored.
    case nowhere
    /// In the entry, as this value.
    case inside(JSONValue, isBase64: Bool)
  }

  typealias Keep = (_ body: ByteStore, _ label: ContentLabel) -> Place?

  let redaction: Redaction
  /// Returns the location of a body that is large or not text; `nil` for a body that goes into the entry.
  let place: Keep
  static let largestText = 16 << 10

  init(redaction: Redaction, place: @escaping Keep = { _, _ in nil }) {
    self.redaction = redaction
    self.place = place
  }

  /// Masks every text of the entry once more, whatever its source: a method, a reason phrase, the subject of a
  /// certificate. Names of members are not masked.
  func json(_ record: HistoryRecord) -> JSONValue { entry(record).masked(by: redaction, except: Self.ownWords) }

  /// Members with values of the program itself, which are used to find entries; bodies are masked as bytes.
  private static let ownWords: Set<String> = [
    "_id", "_workspace", "_collection", "_request", "_environment", "_draft", "startedDateTime", "httpVersion",
    "_cause",
    "category", "text", "encoding", "_encoding", "_file", "timings", "data", "type",
  ]

  private func entry(_ record: HistoryRecord) -> JSONValue {
    let exchange = record.exchange
    let hop = exchange.hops.last
    let connection = hop?.connection
    let (timings, time) = timings(hop?.timing ?? Hop.Timing())
    return .object([
      "_id": .string(record.id), "_workspace": .text(record.workspace), "_collection": .text(record.collection),
      "_request": .text(record.requestID), "_environment": .text(record.environment),
      "_draft": .text(record.draft), "_received": .text(record.received),
      // These come early in the line, so that listing need not read beyond the URL.
      "_status": .int(exchange.shortStatus.code), "_statusName": .text(exchange.shortStatus.name),
      "_size": .int(size(of: exchange)),
      "_time": .milliseconds(exchange.duration), "_transfer": .milliseconds(exchange.transferTime),
      "_failure": .text(exchange.failure.map { masked($0.message) }),
      "_cancelled": exchange.failure?.category == .cancelled ? .bool(true) : nil,
      "_failsTests": record.failsTests ? .bool(true) : nil,
      "startedDateTime": .string(ISOTime.text(exchange.startedAt)), "time": time,
      "request": request(hop?.request, hop), "response": response(hop, exchange.body, exchange.streamed?.format),
      "cache": .object([]),
      "timings": timings,
      "serverIPAddress": .text(connection?.remoteAddress.map(Self.withoutPort)),
      "connection": .text(connection?.remoteAddress.flatMap(Self.port)),
      "_remoteAddress": .text(connection?.remoteAddress), "_localAddress": .text(connection?.localAddress),
      "_reused": connection?.isReused == true ? .bool(true) : nil,
      "_redirects": exchange.redirects.isEmpty ? nil : .array(exchange.redirects.map(redirect)),
      "_attempts": .int(exchange.attempts), "_fromCache": exchange.isFromCache ? .bool(true) : nil,
      "_cause": hop.flatMap { Self.word($0.cause) }, "_tls": connection?.tls.map(Self.tls),
      "_assertions": record.assertions.isEmpty ? nil : .array(record.assertions.map(assertion)),
      "_scripts": record.scripts.map { ScriptRecord.masked($0, by: redaction) }, "_error": exchange.failure.map(error),
      "_messages": messages(exchange.conversation), "_messagesOmitted": omittedMessages(exchange.conversation),
      "_stream": stream(exchange.streamed, isJoined: exchange.joined != nil),
      "_fault": exchange.fault.map(fault),
      "_close": close(exchange.conversation?.close),
    ])
  }

  private func fault(_ fault: AnswerFault) -> JSONValue {
    .object(["name": .string(fault.name), "message": .string(masked(fault.message))])
  }

  private func redirect(_ hop: Hop) -> JSONValue {
    let (timings, time) = timings(hop.timing)
    return .object([
      "request": request(hop.request, hop), "response": response(hop, nil), "timings": timings, "time": time,
      "_cause": Self.word(hop.cause),
      "_remoteAddress": .text(hop.connection?.remoteAddress),
      "_reused": hop.connection?.isReused == true ? .bool(true) : nil,
      "_tls": hop.connection?.tls.map(Self.tls),
    ])
  }

  private func request(_ sent: SentRequest?, _ hop: Hop?) -> JSONValue {
    let whole = sent.map { redaction.masked(url: $0.url) } ?? ""
    // HAR's URL excludes the fragment.
    let url = String(Substring(whole.utf8.prefix { $0 != UInt8(ascii: "#") }))
    let fragment = url.utf8.count < whole.utf8.count ? String(Substring(whole.utf8.dropFirst(url.utf8.count + 1))) : nil
    let headers = redaction.masked(sent?.headers ?? Headers())
    return .object([
      "method": .string(sent?.method ?? ""), "url": .string(url), "_fragment": .text(fragment),
      "httpVersion": .string(Self.version(hop?.connection?.httpVersion ?? "1.1")),
      "headers": Self.pairs(headers), "queryString": HARText.query(of: url), "cookies": HARText.cookies(sent: headers),
      "_keptCookies": sent?.hasKeptCookies == true ? .bool(true) : nil,
      "headersSize": .int(hop?.sizes.requestHead ?? -1), "bodySize": .int(hop?.sizes.requestBody ?? 0),
      "postData": sent?.body.flatMap { $0.count == 0 ? nil : postData($0, ContentLabel(sent?.headers, headers)) },
    ])
  }

  private func postData(_ body: ByteStore, _ label: ContentLabel) -> JSONValue {
    let content = content(body, label)
    return .object([
      "mimeType": .string(label.type), "text": content.text ?? .string(""), "_file": content.file,
      "_omitted": content.omitted,
      "_encoding": content.isBase64 ? .string("base64") : nil,
    ])
  }

  private func size(of exchange: Exchange) -> Int {
    let kept = exchange.body?.count ?? exchange.conversation?.size ?? 0
    guard exchange.conversation == nil, let hop = exchange.hops.last else { return kept }
    // The bytes of a download are in its own file.
    return max(kept, hop.sizes.responseBody)
  }

  /// - Parameter format: the format of messages in the body, even if its head does not declare it.
  private func response(_ hop: Hop?, _ body: ByteStore?, _ format: MessageFormat? = nil) -> JSONValue {
    let head = hop?.response
    let headers = redaction.masked(head?.headers ?? Headers())
    let sizes = hop?.sizes ?? Hop.Sizes()
    // A decoded body differs in size from the received one.
    let isCoded = body?.count == sizes.responseBodyOnWire
    let label = ContentLabel(isCoded ? head?.headers : nil, headers)
    let read = ContentLabel(format?.contentType ?? label.type, codings: label.codings)
    let content = body.map { self.content($0, read) }
    let saved = (body?.count ?? 0) - sizes.responseBodyOnWire
    return .object([
      "status": .int(head?.status.code ?? 0), "statusText": .string(head?.status.reasonPhrase ?? ""),
      "httpVersion": .string(head.map { Self.version($0.httpVersion) } ?? ""), "headers": Self.pairs(headers),
      "cookies": HARText.cookies(received: headers),
      "redirectURL": .string(redaction.masked(url: headers["Location"] ?? "")),
      "headersSize": .int(head == nil ? -1 : sizes.responseHead),
      "bodySize": .int(head == nil ? -1 : sizes.responseBodyOnWire),
      "content": .object([
        "size": .int(body?.count ?? 0), "compression": body != nil && saved > 0 ? .int(saved) : nil,
        "mimeType": .string(label.type), "text": content?.text,
        "encoding": content?.isBase64 == true ? .string("base64") : nil,
        "_file": content?.file, "_omitted": content?.omitted,
      ]),
      "_surplus": sizes.responseSurplus > 0 ? .int(sizes.responseSurplus) : nil,
      "_trailers": head.flatMap { $0.trailers.isEmpty ? nil : Self.pairs(redaction.masked($0.trailers)) },
    ])
  }

  /// The members of the entry that describe a body.
  struct Content {
    var text: JSONValue?
    var file: JSONValue?
    var omitted: JSONValue?
    var isBase64 = false
  }

  func content(_ body: ByteStore, _ label: ContentLabel) -> Content {
    guard body.count > 0 else { return Content(text: .string("")) }
    // Reading a large body takes long; for a body in a file, the kind matters only if it may be compressed.
    lazy var isText = HARText.isText(body)
    var label = label
    // Text can be searched as it is, whatever its head declares.
    if !label.codings.isEmpty, isText { label.codings = [] }
    if body.count > Self.largestText || !isText, let place = place(body, label) {
      switch place {
      case .file(let name): return Content(file: .string(name))
      case .omitted(let body): return Content(omitted: body.json)
      case .nowhere: return Content()
      case .inside(let node, let isBase64): return Content(text: node, isBase64: isBase64)
      }
    }
    // If there is no room for the masked body, it is not written unmasked.
    let masked: ByteStore
    do throws(MaskingError) {
      masked = try redaction.masked(body: body, label) ?? body
    } catch {
      let isOmitted = error == .unreadable
      return isOmitted ? Content(omitted: OmittedBody(body, .unreadable).json) : Content(text: .string(redaction.mask))
    }
    guard isText, let text = HARText.text(of: masked) else {
      return Content(text: .string(Base64.encode(masked.allBytes)), isBase64: true)
    }
    return Content(text: .string(text))
  }

  private func masked(_ text: String) -> String { redaction.masked(text: text) }

  /// The phases of a hop, and their sum, which is HAR's `time`.
  private func timings(_ timing: Hop.Timing) -> (timings: JSONValue, time: JSONValue) {
    let phases = timing.phases
    // There are at most seven, and the first dictionary with a new key type costs a search through the whole program.
    func length(_ name: Hop.Timing.Phase.Name) -> Duration? { phases.first { $0.name == name }?.length }
    func value(_ name: Hop.Timing.Phase.Name) -> JSONValue { length(name).map { .milliseconds($0) } ?? .int(-1) }
    // HAR requires a time for these three.
    let needed: [(name: String, phase: Hop.Timing.Phase.Name)] = [
      ("send", .sent), ("wait", .waiting), ("receive", .download),
    ]
    let unknown = needed.filter { length($0.phase) == nil }.map { JSONValue.string($0.name) }
    func spent(_ name: Hop.Timing.Phase.Name) -> JSONValue { length(name).map { .milliseconds($0) } ?? .int(0) }
    // In HAR, `connect` includes TLS.
    let connect = length(.connect).map { $0 + (length(.tls) ?? .zero) }
    let node = JSONValue.object([
      "blocked": value(.queued), "dns": value(.dns), "connect": connect.map { .milliseconds($0) } ?? .int(-1),
      "ssl": value(.tls), "send": spent(.sent), "wait": spent(.waiting), "receive": spent(.download),
      "_unknown": unknown.isEmpty ? nil : .array(unknown),
    ])
    let summed = [length(.queued), length(.dns), connect, length(.sent), length(.waiting), length(.download)]
    return (node, .milliseconds(summed.compactMap { $0?.cutToMicroseconds }.reduce(.zero, +)))
  }

  private func assertion(_ result: AssertionResult) -> JSONValue {
    let shown = result.masked(by: redaction)
    return .object([
      "expression": .string(shown.expression), "passed": .bool(shown.passed), "actual": .string(shown.actual),
    ])
  }

  private func error(_ failure: NetworkError) -> JSONValue {
    .object([
      "category": .string(failure.category.rawValue), "message": .string(masked(failure.message)),
      "detail": .text(failure.detail.map(masked)),
    ])
  }

  private static func pairs(_ headers: Headers) -> JSONValue {
    .array(headers.fields.map(JSONValue.init(archived:)))
  }

  private static func word(_ cause: Hop.Cause) -> JSONValue? {
    switch cause {
    case .initial: nil
    case .redirect: .string("redirect")
    case .retry(let attempt): .string("retry \(attempt)")
    case .authentication: .string("authentication")
    }
  }

  private static func version(_ number: String) -> String { "HTTP/" + number }

  private static func withoutPort(_ address: String) -> String {
    guard !address.hasPrefix("/"), let colon = address.lastIndex(of: ":") else { return address }
    let host = address[..<colon]
    return host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : String(host)
  }

  private static func port(_ address: String) -> String? {
    guard !address.hasPrefix("/"), let colon = address.lastIndex(of: ":") else { return nil }
    return String(address[address.index(after: colon)...])
  }

  private static func tls(_ tls: Connection.TLS) -> JSONValue {
    .object([
      "version": .text(tls.version), "cipher": .text(tls.cipher), "alpn": .text(tls.alpn),
      "certificates": .array(
        tls.certificates.map { certificate in
          .object([
            "subject": .string(certificate.subject), "issuer": .string(certificate.issuer),
            "notBefore": .string(certificate.notBefore), "notAfter": .string(certificate.notAfter),
            "sha256": .string(certificate.sha256),
            "alternativeNames": certificate.alternativeNames.isEmpty
              ? nil : .array(certificate.alternativeNames.map { .string($0) }),
          ])
        }),
      "clientCertificate": .text(tls.clientCertificate),
      // False is worth reporting only if there was a certificate to send.
      "asksForCertificate": tls.asksForCertificate == true || tls.clientCertificate != nil
        ? tls.asksForCertificate.map { .bool($0) } : nil,
      "verifiedBy": tls.verifiedBy == .authorities ? nil : .string(tls.verifiedBy.rawValue),
    ])
  }
}

extension Duration {
  /// Truncated as written, so that a sum of written numbers is their sum.
  fileprivate var cutToMicroseconds: Duration {
    self - Duration(secondsComponent: 0, attosecondsComponent: components.attoseconds % 1_000_000_000_000)
  }
}

extension JSONValue {
  /// Milliseconds with up to three decimals.
  static func milliseconds(_ duration: Duration) -> JSONValue {
    .number(Quantity.thousandths(duration.wholeMicroseconds))
  }
}

extension ContentLabel {
  /// - Parameters:
  ///   - coded: the headers of a body that is still encoded; `nil` if it was decoded.
  ///   - headers: the masked headers, which give the type that is written.
  fileprivate init(_ coded: Headers?, _ headers: Headers) {
    self.init(headers["Content-Type"] ?? "", codings: coded?.contentCodings ?? [])
  }
}
