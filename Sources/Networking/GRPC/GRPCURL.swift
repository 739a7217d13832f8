import Basics

/// The addresses of servers of gRPC: `grpc://` is plain, `grpcs://` over TLS, as Bruno writes them; without a scheme, a
/// server on this computer is plain and any other is not.
package enum GRPCURL {
  private static let schemes = ["grpc:": "http:", "grpcs:": "https:"]

  /// The URL that is requested.
  package static func http(_ url: String) -> String {
    for (known, http) in schemes where url.asciiLowercased.hasPrefix(known) { return http + url.dropFirst(known.count) }
    guard !url.contains("://") else { return url }
    return (isOnThisComputer(url) ? "http://" : "https://") + url
  }

  /// The URL as one of gRPC.
  package static func grpc(_ url: String) -> String {
    for (known, http) in schemes where url.asciiLowercased.hasPrefix(http) { return known + url.dropFirst(http.count) }
    return url
  }

  private static func isOnThisComputer(_ address: String) -> Bool {
    let host = URLParts("http://" + address).host ?? ""
    return host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.") || host == "[::1]"
  }

  /// The path of the method at the end of a URL: `/pkg.Service/Method`.
  package static func methodPath(of url: String) -> String {
    "/" + URLParts(url).path.split(separator: "/").suffix(2).joined(separator: "/")
  }
}

extension Request {
  /// The same request for another method: `/pkg.Service/Method`.
  package func calling(_ method: String) -> Request {
    var request = self
    let address = url.prefix { $0 != "?" && $0 != "#" }
    let own = GRPCURL.methodPath(of: url)
    request.url = (address.hasSuffix(own) ? address.dropLast(own.count) : address) + method
    return request
  }
}
