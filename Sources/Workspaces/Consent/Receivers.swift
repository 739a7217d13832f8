import Basics
import Networking

/// Who gets what a request sends, in words that a person can judge: scheme, host and port.
///
/// What stands in them out of the user's own environment is shown by its name, so that no value is.
struct Receivers {
  /// Where a text of a request goes.
  enum Aim: Hashable {
    case server
    /// The servers of the OAuth 2 login.
    case login
    case proxy
    /// Those who are shown a client certificate, by the pattern of their hosts as it is written.
    case certificate(domain: String)
    /// The results of the tests, which are printed and kept.
    case report
  }

  private let table: VariableTable
  private let url: String
  private let authentication: Authentication
  private let proxy: ProxyDefinition?

  init(_ definition: RequestDefinition, _ context: SendContext, _ table: VariableTable) {
    self.table = table
    url = definition.url
    authentication = context.authentication(of: definition).0
    proxy = context.ownProxy.flatMap { $0.use == .own ? $0 : nil }
  }

  func words(for aim: Aim) -> String {
    switch aim {
    case .server: return origin(of: url) + way
    case .login:
      var origins: [String] = []
      for name in authentication.scheme.loginServers where !authentication[name].isEmpty {
        let origin = origin(of: authentication[name])
        if !origins.contains(origin) { origins.append(origin) }
      }
      // The servers of the login give a token for what they get, and the request takes that where it goes.
      let server = origin(of: url)
      let token = origins.contains(server) ? "" : ", its token to \(server)"
      return origins.joined(separator: " and ") + token + way
    case .proxy: return proxyWords
    case .certificate(let domain):
      let pattern = shown(domain)
      let isAny = pattern.utf8.allSatisfy { "*.:".utf8.contains($0) }
      return isAny ? "every host (\(pattern)), as a client certificate" : "client certificate for \(pattern)"
    case .report: return "the results of the tests"
    }
  }

  private var way: String { proxy == nil ? "" : " by \(proxyWords)" }

  private var proxyWords: String {
    guard let proxy else { return "the proxy" }
    let made = ProxyDefinition(
      use: .own, scheme: shown(proxy.scheme), hostname: shown(proxy.hostname), port: shown(proxy.port))
    return "the proxy \(made.place)"
  }

  private func origin(of template: String) -> String {
    let text = shown(template)
    // A variable at the start may bring its own scheme.
    let isWhole = text.utf8.holds("://")
    let parts = URLParts(isWhole ? text : "//" + text)
    guard let host = parts.host, !host.isEmpty else { return text }
    let scheme = parts.scheme.map { $0.lowercased() + "://" } ?? (text.hasPrefix("{{") ? "" : "http://")
    let port = parts.portText.flatMap { $0.isEmpty || Int($0) == parts.defaultPort ? nil : ":\($0)" } ?? ""
    return scheme + host.lowercased(keeping: "{{") + port
  }

  private func shown(_ template: String) -> String { table.resolved(template).namingOutside }
}

extension String {
  /// In lower case unless it holds the name of a variable, whose case counts.
  fileprivate func lowercased(keeping mark: String) -> String { contains(mark) ? self : lowercased() }
}
