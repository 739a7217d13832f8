import Basics
import HTTPModel

/// Finds the proxy concerned by a libcurl message, which names it in place of the server or not at all.
enum ProxyWords {
  /// `host:port` of the proxy of a request, if it is known to use one.
  static func address(of request: Request) -> String? {
    proxies(for: request).first?.description
  }

  /// The proxy that could not be reached, from libcurl's message: `Failed to connect to HOST port 3128 after …` with
  /// the proxy's name, or in newer versions `Failed to connect to HOST port 443 via PROXY after …`. `nil` if it was the
  /// server.
  static func unreached(_ text: String, of request: Request, _ url: URLParts) -> String? {
    guard let rest = text.after("Failed to connect to ") else { return nil }
    let words = rest.split(separator: " ").map(String.init)
    guard words.count > 3, words[1] == "port", let port = Int(words[2]) else { return nil }
    let proxies = proxies(for: request)
    if words[3] == "via", words.count > 4 {
      return proxies.first { $0.isHost(words[4]) }?.description ?? words[4]
    }
    guard !Proxy(host: url.host ?? "", port: url.port ?? 0).isHost(words[0]) || port != url.port else { return nil }
    return proxies.first { $0.isHost(words[0]) && $0.port == port }?.description
  }

  /// libcurl's message without the proxy's user and password: it repeats the whole text of an invalid proxy, and parts
  /// of a password that contains `/` or `#`.
  static func withoutLogin(_ text: String, of request: Request) -> String {
    var shown = text
    for proxy in ProxyLogin.texts(for: request) {
      guard let login = ProxyLogin.login(in: proxy) else { continue }
      let bare = proxy.replacing("\(login)@", with: "", maxReplacements: 1)
      shown = shown.replacing(proxy, with: bare).replacing("\(login)@", with: "")
      // libcurl split the text elsewhere, and took parts of the login for host, port and path.
      guard login.utf8.contains(where: { "/?#\\".utf8.contains($0) }),
        login.split(whereSeparator: { "/?#\\:@".contains($0) }).contains(where: { shown.contains($0) })
      else { continue }
      return "the proxy's user or password contains /, ? or #: write them as %2F, %3F and %23"
    }
    return shown
  }

  private static func proxies(for request: Request) -> [Proxy] {
    ProxyLogin.texts(for: request).compactMap { Proxy($0) }
  }

  private struct Proxy: CustomStringConvertible {
    let host: String
    let port: Int

    init(host: String, port: Int) {
      self.host = host
      self.port = port
    }

    /// Parsed like curl's `-x`, also without a scheme. `nil` for none.
    init?(_ text: String) {
      let bare = ProxyLogin.login(in: text).map { text.replacing("\($0)@", with: "", maxReplacements: 1) } ?? text
      let url = URLParts(bare.utf8.holds("://") ? bare : "http://\(bare)")
      guard let host = url.host, !host.isEmpty else { return nil }
      self.host = host
      // curl's default port for every proxy except https, which uses the scheme's.
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
