import Basics
import Essentials
import HTTPModel
import HTTPTypes

/// Reads a HAR entry of Apus or of another program into a record.
struct HAREntryReader {
  let body: (String) -> ByteStore?

  func record(_ entry: JSONValue) -> HistoryRecord? {
    guard let request = entry["request"], let date = entry["startedDateTime"]?.string.flatMap(ISOTime.date) else {
      return nil
    }
    var exchange = Exchange(startedAt: date, duration: Self.duration(entry["_time"] ?? entry["time"]) ?? .zero)
    exchange.hops = (entry["_redirects"]?.array ?? []).map(hop)
    if !(request["method"]?.string ?? "").isEmpty { exchange.hops.append(hop(entry)) }
    exchange.body = content(entry["response"]?["content"])
    exchange.conversation = conversation(entry)
    exchange.failure = entry["_error"].map(error)
    exchange.fault = entry["_fault"].map {
      AnswerFault(name: $0["name"]?.string ?? "", message: $0["message"]?.string ?? "")
    }
    exchange.streamed = streamed(entry, in: exchange)
    if entry["_stream"]?["joined"]?.bool == true { exchange.joinParts() }
    exchange.attempts = entry["_attempts"]?.int ?? 1
    exchange.isFromCache = entry["_fromCache"]?.bool ?? false
    let results = (entry["_assertions"]?.array ?? []).map { result in
      AssertionResult(
        expression: result["expression"]?.string ?? "", passed: result["passed"]?.bool ?? false,
        actual: result["actual"]?.string ?? "")
    }
    var record = HistoryRecord(
      id: entry["_id"]?.string ?? "", workspace: entry["_workspace"]?.string,
      collection: entry["_collection"]?.string, requestID: entry["_request"]?.string,
      environment: entry["_environment"]?.string, received: entry["_received"]?.string, exchange: exchange,
      assertions: results)
    record.draft = entry["_draft"]?.string
    record.scripts = entry["_scripts"]
    record.omittedBody = OmittedBody(entry["response"]?["content"]?["_omitted"])
    return record
  }

  private func hop(_ entry: JSONValue) -> Hop {
    let request = entry["request"]
    let response = entry["response"]
    var sent = SentRequest(
      method: request?["method"]?.string ?? "",
      url: (request?["url"]?.string ?? "") + (request?["_fragment"]?.string.map { "#" + $0 } ?? ""),
      headers: headers(request?["headers"]))
    sent.body = request?["postData"].flatMap { data in
      text(data["text"]?.string, isBase64: data["_encoding"]?.string == "base64", file: data["_file"]?.string)
    }
    sent.hasKeptCookies = request?["_keptCookies"]?.bool ?? false
    let version = number(request?["httpVersion"]?.string)
    sent.head = Self.head(sent, version)
    var hop = Hop(cause: cause(entry["_cause"]?.string), request: sent, timing: timing(entry["timings"]))
    if let status = response?["status"]?.int, (100...999).contains(status) {
      hop.response = ResponseHead(
        httpVersion: number(response?["httpVersion"]?.string),
        status: HTTPResponse.Status(code: status, reasonPhrase: response?["statusText"]?.string ?? ""),
        headers: headers(response?["headers"]), trailers: headers(response?["_trailers"]))
    }
    let address = entry["_remoteAddress"]?.string ?? entry["serverIPAddress"]?.string
    if let address {
      hop.connection = Connection(
        httpVersion: version, remoteAddress: address, localAddress: entry["_localAddress"]?.string,
        isReused: entry["_reused"]?.bool ?? false, tls: entry["_tls"].map(tls))
    }
    hop.sizes = Hop.Sizes(
      requestHead: max(0, request?["headersSize"]?.int ?? 0), requestBody: max(0, request?["bodySize"]?.int ?? 0),
      responseHead: max(0, response?["headersSize"]?.int ?? 0),
      responseBodyOnWire: max(0, response?["bodySize"]?.int ?? 0),
      responseBody: max(0, response?["content"]?["size"]?.int ?? 0),
      responseSurplus: max(0, response?["_surplus"]?.int ?? 0))
    return hop
  }

  /// The head as HTTP/1 would write it: the original bytes are not stored.
  private static func head(_ sent: SentRequest, _ version: String) -> [UInt8] {
    let parts = QueryText.parts(of: sent.url)
    var target = parts.before
    if let scheme = target.firstRange(of: "://") { target = String(target[scheme.upperBound...]) }
    target = target.firstIndex(of: "/").map { String(target[$0...]) } ?? "/"
    let query = parts.query.map { "?" + $0 } ?? ""
    let fields = sent.headers.fields.map { "\($0.line)\r\n" }.joined()
    return Array("\(sent.method) \(target)\(query) HTTP/\(version)\r\n\(fields)\r\n".utf8)
  }

  private func headers(_ node: JSONValue?) -> Headers {
    Headers(
      (node?.array ?? []).map { field in
        Header(
          field["name"]?.string ?? "", field["value"]?.string ?? "",
          omitsBlank: field.archivedWithoutBlank)
      })
  }

  private func content(_ node: JSONValue?) -> ByteStore? {
    guard let node else { return nil }
    return text(node["text"]?.string, isBase64: node["encoding"]?.string == "base64", file: node["_file"]?.string)
  }

  func text(_ text: String?, isBase64: Bool, file: String?) -> ByteStore? {
    if let file { return body(file) }
    guard let text else { return nil }
    guard isBase64 else { return ByteStore(text.utf8) }
    return Base64.decode(text).map { ByteStore($0) }
  }

  private func timing(_ node: JSONValue?) -> Hop.Timing {
    let unknown = (node?["_unknown"]?.array ?? []).compactMap(\.string)
    func value(_ name: String) -> Duration? { unknown.contains(name) ? nil : Self.duration(node?[name]) }
    var timing = Hop.Timing()
    var end = Duration.zero
    func passed(_ length: Duration?) -> Duration? {
      guard let length else { return nil }
      end += length
      return end
    }
    let ssl = value("ssl")
    timing.queued = passed(value("blocked"))
    timing.resolved = passed(value("dns"))
    timing.connected = passed(value("connect").map { max(.zero, $0 - (ssl ?? .zero)) })
    timing.secured = passed(ssl)
    timing.sent = passed(value("send"))
    timing.firstByte = passed(value("wait"))
    timing.total = passed(value("receive")) ?? end
    return timing
  }

  private static func duration(_ node: JSONValue?) -> Duration? {
    guard let value = node?.double, value.isFinite, value >= 0, value < 1e12 else { return nil }
    return .microseconds(Int64((value * 1000).rounded()))
  }

  private func number(_ version: String?) -> String {
    guard let version, let slash = version.firstIndex(of: "/") else {
      return version == "h2" ? "2" : version == "h3" ? "3" : "1.1"
    }
    return String(version[version.index(after: slash)...])
  }

  private func cause(_ word: String?) -> Hop.Cause {
    guard let word else { return .initial }
    if word == "redirect" { return .redirect }
    if word == "authentication" { return .authentication }
    return word.hasPrefix("retry ") ? .retry(attempt: Int(word.dropFirst(6)) ?? 1) : .initial
  }

  private func tls(_ node: JSONValue) -> Connection.TLS {
    let chain = (node["certificates"]?.array ?? []).map { item in
      Connection.Certificate(
        subject: item["subject"]?.string ?? "", issuer: item["issuer"]?.string ?? "",
        notBefore: item["notBefore"]?.string ?? "", notAfter: item["notAfter"]?.string ?? "",
        sha256: item["sha256"]?.string ?? "",
        alternativeNames: item["alternativeNames"]?.array?.compactMap(\.string) ?? [])
    }
    var tls = Connection.TLS(
      version: node["version"]?.string, cipher: node["cipher"]?.string, alpn: node["alpn"]?.string, certificates: chain,
      clientCertificate: node["clientCertificate"]?.string, asksForCertificate: node["asksForCertificate"]?.bool)
    tls.verifiedBy = node["verifiedBy"]?.string.flatMap(Connection.TLS.Verifier.init) ?? .authorities
    return tls
  }

  private func error(_ node: JSONValue) -> NetworkError {
    let category = NetworkError.Category(rawValue: node["category"]?.string ?? "") ?? .other
    return NetworkError(category, node["message"]?.string ?? "", detail: node["detail"]?.string)
  }
}
