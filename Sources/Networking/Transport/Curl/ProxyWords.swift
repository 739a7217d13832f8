import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Which proxy libcurl speaks of, whose words name it in the place of the server or not at all.
enum ProxyWords {
  /// `host:port` of the proxy that a request goes through, where it is known to go through one.
  static func address(of request: Request) -> String? {
    proxies(for: request, URLParts(request.url)).first?.description
  }

  /// The proxy that could not be reached, by the words on a connection that failed: `Failed to connect to HOST port 3128
  /// after …` with the proxy's name, and newer `Failed to connect to HOST port 443 via PROXY after …`. `nil` where it
  /// was the server.
  static func unreached(_ text: String, of request: Request, _ url: URLParts) -> String? {
    guard let rest = text.after("Failed to connect to ") else { return nil }
    let words = rest.split(separator: " ").map(String.init)
    guard words.count > 3, words[1] == "port", let port = Int(words[2]) else { return nil }
    let proxies = proxies(for: request, url)
    if words[3] == "via", words.count > 4 {
      return proxies.first { $0.isHost(words[4]) }?.description ?? words[4]
    }
    guard !Proxy(host: url.host ?? "", port: url.port ?? 0).isHost(words[0]) || port != url.port else { return nil }
    return proxies.first { $0.isHost(words[0]) && $0.port == port }?.description
  }

  /// Those that libcurl may take: the one that the request names, else those of the environment.
  private static func proxies(for request: Request, _ url: URLParts) -> [Proxy] {
    if let proxy = request.options.proxy { return [Proxy(proxy)].compactMap(\.self) }
    let scheme = url.scheme?.asciiLowercased ?? "http"
    // For http in lower case only: a server that runs programs gives them `HTTP_PROXY` from a header.
    let names = ["\(scheme)_proxy"] + (scheme == "http" ? [] : ["HTTPS_PROXY"]) + ["all_proxy", "ALL_PROXY"]
    return names.compactMap { name in getenv(name).flatMap { Proxy(String(cString: $0)) } }
  }

  private struct Proxy: CustomStringConvertible {
    let host: String
    let port: Int

    init(host: String, port: Int) {
      self.host = host
      self.port = port
    }

    /// As curl's `-x` takes it, without a scheme, too. `nil` for none.
    init?(_ text: String) {
      let url = URLParts(text.utf8.holds("://") ? text : "http://\(text)")
      guard let host = url.host, !host.isEmpty else { return nil }
      self.host = host
      // curl's own default, whatever the kind; only https has the scheme's.
      let usual = url.scheme?.asciiLowercased == "https" ? 443 : 1080
      port = url.portText.flatMap { Int($0) } ?? usual
    }

    var description: String { "\(host):\(port)" }

    func isHost(_ name: String) -> Bool {
      let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
      return bare.equalsIgnoringCase(name)
    }
  }
}
