import Basics
import Networking

/// The receivers of what a request sends, in words that a person can judge: scheme, host and port.
///
/// They are cut out of the text that is sent, whatever it is made of; what stands there of the user's own is shown by the
/// name of its variable, and nothing else is.
struct Receivers {
  /// Where a part of a request goes.
  enum Aim: Hashable {
    case server
    /// The OAuth 2 login servers.
    case login
    case proxy
    /// The servers that get a client certificate, by the host pattern as written.
    case certificate(domain: String)
    /// The test results, which are printed and stored.
    case report
    /// A server that is believed, by host and port.
    case peer(String)
  }

  /// The texts that say where a request goes, each resolved once, by how they are written and what they are for.
  struct Texts {
    // By a string alone, because every request that is sent needs them: the first dictionary with keys of a type costs a
    // search through the whole program.
    private var resolved: [String: [(aim: Aim, text: ResolvedText)]] = [:]

    subscript(_ written: String, _ aim: Aim) -> ResolvedText? {
      resolved[written]?.first { $0.aim == aim }?.text
    }

    mutating func add(_ text: ResolvedText, _ written: String, _ aim: Aim) {
      resolved[written, default: []].append((aim, text))
    }
  }

  /// Stands for what is not known yet: a value of another answer, or of a command.
  static let unknown = "\u{FFFC}"

  /// Stands for the server of a text that names none: nothing is allowed for it, or sent there.
  static let nowhere = "\u{FFFB}"

  static let reportWords = "the results of the tests"

  private let table: VariableTable
  private let places: Texts
  private let url: String
  private let authentication: Authentication
  private let proxy: ProxyDefinition?

  init(_ builder: RequestBuilder) {
    table = builder.table
    places = builder.places
    url = builder.definition.url
    authentication = builder.context.authentication(of: builder.definition).0
    proxy = builder.context.ownProxy.flatMap { $0.use == .own ? $0 : nil }
  }

  func words(for aim: Aim) -> String {
    switch aim {
    case .server: return origin(of: url, .server) + way
    case .login:
      var origins: [String] = []
      for name in authentication.scheme.loginServers where !authentication[name].isEmpty {
        let origin = origin(of: authentication[name], .login)
        if !origins.contains(origin) { origins.append(origin) }
      }
      // The servers of the login give a token for what they get, and the request takes that where it goes.
      let server = origin(of: url, .server)
      let token = origins.contains(server) ? "" : ", its token to \(server)"
      return origins.joined(separator: " and ") + token + way
    case .proxy: return proxyWords
    case .certificate(let domain):
      let pattern = shown(domain, aim)
      let isAny = pattern.utf8.allSatisfy { "*.:".utf8.contains($0) }
      return isAny ? "every host (\(pattern)), as a client certificate" : "client certificate for \(pattern)"
    case .report: return Self.reportWords
    case .peer(let server): return server
    }
  }

  /// The server of a text of its own.
  func server(_ written: String, _ aim: Aim) -> String { origin(of: written, aim) + way }

  private var way: String { proxy == nil ? "" : " by \(proxyWords)" }

  private var proxyWords: String {
    guard let proxy else { return "the proxy" }
    let made = ProxyDefinition(
      use: .own, scheme: shown(proxy.scheme, .proxy), hostname: shown(proxy.hostname, .proxy),
      port: shown(proxy.port, .proxy))
    return "the proxy \(made.place)"
  }

  private func origin(of template: String, _ aim: Aim) -> String { OriginWords(resolved(template, aim)).text }

  func shown(_ template: String, _ aim: Aim) -> String {
    let text = resolved(template, aim)
    return OriginWords.shown(text, 0..<text.text.utf8.count)
  }

  /// As it goes out, where it was resolved for that.
  private func resolved(_ template: String, _ aim: Aim) -> ResolvedText {
    places[template, aim] ?? table.resolved(template)
  }
}
