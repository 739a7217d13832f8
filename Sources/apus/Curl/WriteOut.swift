import Basics
import Networking

/// Prints what `-w` asks for after a transfer: `%{http_code}` and similar, `\n`, `%%`.
struct WriteOut {
  private let format: String

  init(_ format: String) {
    self.format = format
  }

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

  /// `nil` for a name that curl does not know, which prints nothing.
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
    case "num_redirects": return String(exchange.hops.count { $0.cause == .redirect })
    case "num_retries": return String(max(0, exchange.attempts - 1))
    case "redirect_url": return response?.headers["Location"] ?? ""
    case "size_download": return String(exchange.body?.count ?? 0)
    case "size_upload": return String(hop?.request.body?.count ?? 0)
    case "size_header": return String(response?.raw.count ?? 0)
    case "size_request": return String(hop?.request.head.count ?? 0)
    case "num_headers": return String(response?.headers.count ?? 0)
    case "http_version": return response?.httpVersion
    case "scheme": return exchange.finalURL.map { String($0.prefix { $0 != ":" }).uppercased() }
    case "remote_ip": return hop?.connection?.remoteAddress
    case "errormsg": return exchange.failure?.description ?? ""
    case "exitcode": return exchange.failure == nil ? "0" : "5"
    case "speed_download":
      return String(Int(Double(exchange.body?.count ?? 0) / max(0.001, seconds(exchange.duration))))
    default: return time(name, exchange)
    }
  }

  /// The URL with a slash added if it has no path, as sent.
  private static func effective(_ url: String) -> String {
    var parts = URLParts(url)
    if parts.path.isEmpty { parts.path = "/" }
    return parts.description
  }

  /// Seconds from the start of the last hop to the end of a phase, with six decimals; `time_total` covers all hops.
  private static func time(_ name: String, _ exchange: Exchange) -> String? {
    if name == "time_total" { return Quantity.fixed(seconds(exchange.duration), 6) }
    let ends: [String: Timing.Phase.Name] = [
      "time_namelookup": .dns, "time_connect": .connect, "time_appconnect": .tls, "time_pretransfer": .connect,
      "time_starttransfer": .waiting,
    ]
    guard let phase = ends[name] else { return nil }
    let found = exchange.hops.last?.timing.phases.first { $0.name == phase }
    return Quantity.fixed(found.map { seconds($0.start + $0.length) } ?? 0, 6)
  }

  private static func seconds(_ duration: Duration) -> Double { duration.inMilliseconds / 1000 }
}
