import Basics
import HTTPTypes
import Networking

/// Prints the `-w` text after a transfer: `%{http_code}` and similar, `\n`, `%%`.
struct WriteOut {
  let format: String

  func text(for exchange: Exchange) -> String {
    var text = String.UnicodeScalarView()
    var rest = format.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch (scalar, rest.first) {
      case ("\\", "n"): text.append("\n")
      case ("\\", "r"): text.append("\r")
      case ("\\", "t"): text.append("\t")
      case ("%", "%"): text.append("%")
      case ("%", "{"):
        guard let end = rest.firstIndex(of: "}") else {
          text.append(scalar)
          continue
        }
        let name = String(rest[rest.index(after: rest.startIndex)..<end])
        text.append(contentsOf: (Self.value(name, exchange) ?? "").unicodeScalars)
        rest = rest[rest.index(after: end)...]
        continue
      default:
        text.append(scalar)
        continue
      }
      rest.removeFirst()
    }
    return String(text)
  }

  /// The value of a variable; `nil` for names that curl does not know, which print nothing.
  private static func value(_ name: String, _ exchange: Exchange) -> String? {
    let response = exchange.response
    let hop = exchange.hops.last
    switch name {
    case "http_code", "response_code":
      let digits = String(response?.status.code ?? 0)
      return String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
    case "content_type": return response?.headers["Content-Type"] ?? ""
    case "method": return hop?.request.method
    case "url": return exchange.request?.url
    case "url_effective": return exchange.finalURL.map(effective)
    case "num_redirects": return String(hops(exchange).count { $0.cause == .redirect })
    case "num_connects": return String(hops(exchange).count { $0.connection?.isReused == false })
    case "num_retries": return String(max(0, exchange.attempts - 1))
    case "redirect_url": return redirectURL(exchange) ?? ""
    case "size_download": return String(downloaded(exchange))
    case "size_upload": return String(hop?.request.body?.count ?? 0)
    case "size_header": return String(hops(exchange).reduce(0) { $0 + ($1.response?.raw.count ?? 0) })
    case "size_request":
      return String(hops(exchange).reduce(0) { $0 + $1.request.head.count + ($1.request.body?.count ?? 0) })
    case "num_headers": return String(response?.headers.count ?? 0)
    case "http_version": return response?.httpVersion
    case "scheme": return exchange.finalURL.map { String($0.prefix { $0 != ":" }).uppercased() }
    case "remote_ip": return hop?.connection?.remoteAddress
    case "errormsg": return exchange.failure?.description ?? ""
    case "exitcode": return exchange.failure == nil ? "0" : "5"
    case "speed_download":
      return String(Int(Double(downloaded(exchange)) / max(0.001, seconds(exchange.duration))))
    default: return WriteOutTimes(hops(exchange), of: exchange)[name].map { Quantity.fixed(seconds($0), 6) }
    }
  }

  /// The hops of the last attempt: curl starts anew with each retry.
  private static func hops(_ exchange: Exchange) -> ArraySlice<Hop> {
    let start = exchange.hops.lastIndex { if case .retry = $0.cause { true } else { false } }
    return exchange.hops[(start ?? 0)...]
  }

  /// The number of body bytes received, before decompression.
  private static func downloaded(_ exchange: Exchange) -> Int { exchange.hops.last?.sizes.responseBodyOnWire ?? 0 }

  /// The target of a redirect that was not followed.
  private static func redirectURL(_ exchange: Exchange) -> String? {
    guard let response = exchange.response, (300..<400).contains(response.status.code),
      let location = response.headers["Location"], let url = exchange.finalURL
    else { return nil }
    return URLParts(url).resolving(location).description
  }

  /// The URL with a slash added if it has no path, as sent.
  private static func effective(_ url: String) -> String {
    var parts = URLParts(url)
    if parts.path.isEmpty { parts.path = "/" }
    return parts.description
  }

  private static func seconds(_ duration: Duration) -> Double { duration.inMilliseconds / 1000 }
}

/// The times of `-w` as curl_easy_getinfo(3) defines them: each from the start of a request to the end of a phase,
/// summed over redirects.
struct WriteOutTimes {
  private let hops: ArraySlice<Hop>
  private let total: Duration

  init(_ hops: ArraySlice<Hop>, of exchange: Exchange) {
    self.hops = hops
    let isWhole = hops.count == exchange.hops.count
    total = isWhole ? exchange.duration : hops.reduce(.zero) { $0 + $1.timing.total }
  }

  /// The time with this name; `nil` for other variables.
  subscript(name: String) -> Duration? {
    switch name {
    case "time_namelookup": sum { $0.end(of: .dns, $0.timing.resolved) }
    case "time_connect": sum { $0.end(of: .connect, $0.timing.connected) }
    case "time_appconnect": sum { $0.isEncrypted ? $0.end(of: .tls, $0.timing.secured) : .zero }
    case "time_pretransfer": sum { $0.end(of: .tls, $0.timing.sent ?? $0.timing.firstByte) }
    case "time_starttransfer": sum { $0.timing.firstByte ?? .zero }
    case "time_redirect": hops.dropLast().reduce(.zero) { $0 + $1.timing.total }
    case "time_total": total
    default: nil
    }
  }

  private func sum(_ end: (Hop) -> Duration) -> Duration { hops.reduce(.zero) { $0 + end($1) } }
}

extension Hop {
  fileprivate var isEncrypted: Bool { request.url.lowercased().hasPrefix("https:") }

  /// The end of a phase. If a reused connection skipped it, the end of the phase before.
  /// - Parameter mark: the end of the phase; `nil` if the hop ended earlier.
  fileprivate func end(of phase: Hop.Timing.Phase.Name, _ mark: Duration?) -> Duration {
    guard mark != nil || connection?.isReused == true else { return .zero }
    let order = Hop.Timing.Phase.Name.allCases
    guard let last = order.firstIndex(of: phase) else { return .zero }
    let ended = timing.phases.last { order[...last].contains($0.name) }
    return ended.map { $0.start + $0.length } ?? .zero
  }
}
