import Basics
import HTTPModel

/// The receivers of a request's data, in readable form: scheme, host and port, and another `Host`.
///
/// They are taken from the resolved text that is sent, whatever its sources; only the user's own values are replaced by
/// the names of their variables.
struct Receivers {
  /// The destination of a part of a request.
  enum Destination: Hashable {
    case server
    /// The OAuth 2 login servers.
    case login
    case proxy
    /// The servers that get a client certificate, by the host pattern as written.
    case certificate(domain: String)
    /// The test results, which are printed and stored.
    case report
    /// A trusted server, by host and port.
    case peer(String)
  }

  /// The texts that determine receivers, each resolved once, by template and destination.
  struct Texts {
    // Keyed by strings alone, because every request needs them: the first dictionary with a new key type costs a search
    // through the whole program.
    private var resolved: [String: [(aim: Destination, text: ResolvedText)]] = [:]

    subscript(_ written: String, _ aim: Destination) -> ResolvedText? {
      resolved[written]?.first { $0.aim == aim }?.text
    }

    mutating func add(_ text: ResolvedText, _ written: String, _ aim: Destination) {
      resolved[written, default: []].append((aim, text))
    }
  }

  /// Stands for a value that is not known yet: from another answer, or from a command.
  static let unknown = "\u{FFFC}"

  /// Stands for the server of a text without a host; nothing is allowed for it, or sent to it.
  static let nowhere = "\u{FFFB}"

  static let reportWords = "the results of the tests"

  private let table: VariableTable
  private let places: Texts
  private let url: String
  private let hosts: [String]
  private let authentication: Authentication
  private let proxy: ProxyDefinition?

  init(_ builder: RequestBuilder) {
    table = builder.table
    places = builder.places
    url = builder.definition.url
    hosts = builder.hosts
    authentication = builder.context.authentication(of: builder.definition).0
    proxy = builder.context.ownProxy.flatMap { $0.use == .own ? $0 : nil }
  }

  func words(for aim: Destination) -> String {
    switch aim {
    case .server: return requestServer + way
    case .login:
      var origins: [String] = []
      for name in authentication.scheme.loginServers where !authentication[name].isEmpty {
        let origin = origin(of: authentication[name], .login)
        if !origins.contains(origin) { origins.append(origin) }
      }
      // The login servers return a token for the data that they get, and the request sends it on.
      let server = requestServer
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

  /// The server of a separate text.
  func server(_ written: String, _ aim: Destination) -> String { origin(of: written, aim) + way }

  /// The address of a page without user, query and values of the user's.
  static func page(_ url: ResolvedText) -> String {
    let origin = OriginWords(url).text
    return url.own.isEmpty ? origin + URLParts(url.text).path : origin
  }

  /// With each `Host` header for another host: behind a shared front, it selects the server (RFC 9110, section 7.2).
  private var requestServer: String {
    let origin = origin(of: url, .server)
    let others = hosts.map { shown($0, .server).lowercased() }.filter { !$0.isEmpty && !origin.hasSuffix("://\($0)") }
    return origin + others.map { " (Host: \($0))" }.joined()
  }

  private var way: String { proxy == nil ? "" : " by \(proxyWords)" }

  private var proxyWords: String {
    guard let proxy else { return "the proxy" }
    let made = ProxyDefinition(
      use: .own, scheme: shown(proxy.scheme, .proxy), hostname: shown(proxy.hostname, .proxy),
      port: shown(proxy.port, .proxy))
    return "the proxy \(made.place)"
  }

  private func origin(of template: String, _ aim: Destination) -> String { OriginWords(resolved(template, aim)).text }

  func shown(_ template: String, _ aim: Destination) -> String {
    let text = resolved(template, aim)
    return OriginWords.shown(text, 0..<text.text.utf8.count)
  }

  /// The resolved text, as sent if it was resolved for that.
  private func resolved(_ template: String, _ aim: Destination) -> ResolvedText {
    places[template, aim] ?? table.resolved(template)
  }
}

/// Scheme, host and port of a URL, with the user's values replaced by the names of their variables.
struct OriginWords {
  let text: String

  /// Parsed like the URL to send (`TypedURL`); a text without a host gives `Receivers.nowhere`, to which nothing is
  /// sent.
  init(_ url: ResolvedText) {
    // Errors in the URL are reported when it is sent.
    guard let typed = try? TypedURL(url.text), let host = typed.parts.host, !host.isEmpty else {
      text = Receivers.nowhere
      return
    }
    let parts = typed.parts
    // Offsets in the text as written.
    let schemeEnd = typed.schemeEnd - typed.shift
    let scheme = (typed.hasScheme ? -typed.shift : max(0, schemeEnd))..<max(0, schemeEnd)
    let place = typed.hostStart - typed.shift..<typed.authorityEnd - typed.shift
    let own = url.own.filter { $0.range.overlaps(scheme) || $0.range.overlaps(place) }
    guard own.isEmpty else {
      // A variable that provides both is named once; one at the beginning may include a scheme.
      let isBoth = own.contains { $0.range.overlaps(scheme) && $0.range.overlaps(place) }
      let first = own.first.map { $0.range.lowerBound <= scheme.lowerBound } == true
      let start = typed.hasScheme ? Self.shown(url, scheme) : first ? "" : "http://"
      text = (isBoth ? "" : start) + Self.shown(url, place)
      return
    }
    let port = parts.portText.flatMap { $0.isEmpty || Int($0) == parts.defaultPort ? nil : ":\($0)" } ?? ""
    // A host in another script may look like a different one, so it is shown as it is looked up.
    let name = host.contains(Receivers.unknown) ? host : Punycode.host(host) ?? host
    text = (parts.scheme ?? "http").lowercased() + "://" + name.lowercased() + port
  }

  /// A range of a text, with each of the user's values replaced once by its name.
  static func shown(_ text: ResolvedText, _ range: Range<Int>) -> String {
    let bytes = Array(text.text.utf8)
    var result: [UInt8] = []
    var place = range.lowerBound
    for piece in text.own where piece.range.overlaps(range) {
      if place < piece.range.lowerBound { result += bytes[place..<piece.range.lowerBound] }
      result += Array(piece.name.utf8)
      place = piece.range.upperBound
    }
    if place < range.upperBound { result += bytes[place..<range.upperBound] }
    return String(decoding: result, as: UTF8.self)
  }
}

extension RequestBuilder {
  /// The real path of a file that the collection names, to be opened by exactly this path. A file outside the
  /// collection is recorded. `nil` if no check is needed, because the user wrote the request.
  /// - Parameters:
  ///   - written: the path with its variables.
  ///   - isRead: whether the file is only read here and not sent.
  mutating func checkedFile(
    _ path: String, written: String, to aim: Receivers.Destination, _ field: SendRefusal.Field, _ place: String,
    isRead: Bool = false
  ) -> String? {
    guard let consent = context.consent else { return nil }
    // A missing file may appear before it is opened; only this path is opened then.
    let source = UserValueSource.file(at: path)
    if aim == .server, consent.named.contains(source) { return nil }
    if !consent.holds(source.name) {
      let shown = table.resolved(written).hasSecrets ? written : nil
      outside.append(FoundUse(source: source, aim: aim, field: field, place: place, shown: shown, isRead: isRead))
      hasMetSecret = true
      holdsMore = true
    }
    return source.name
  }

  /// Records the expected values of tests, which appear in the results that are printed and stored. Secrets from the
  /// store are masked there.
  mutating func noteTests() {
    for (index, assertion) in definition.assertions.enumerated() where assertion.isEnabled {
      noteSchema(of: assertion, test: index)
      guard assertion.value.utf8.contains(UInt8(ascii: "{")) else { continue }
      let resolved = table.resolved(assertion.value)
      for case .resolved(let value, _, true) in resolved.segments.map(\.kind) { secrets.insert(value) }
      guard context.consent != nil else { continue }
      for source in resolved.outside where source.kind != .secret {
        outside.append(FoundUse(source: source, aim: .report, field: .settings, place: "test \(index + 1)"))
      }
    }
  }

  /// Records a schema outside of the collection, which appears in the results, too. A link that leads out of it is
  /// refused when it is read (`CheckFiles`).
  private mutating func noteSchema(of assertion: Assertion, test index: Int) {
    guard let consent = context.consent, assertion.ownOperator == .matchesSchema else { return }
    let text = table.resolved(assertion.value).text.trimmed
    guard !text.isEmpty, !OwnOperator.isInlineSchema(text) else { return }
    let path = FilePaths.absolute(text, in: context.folder)
    let source = UserValueSource.file(at: path)
    guard !consent.holds(source.name), !FilePaths.isBelow(path, context.folder) else { return }
    let shown = table.resolved(assertion.value).hasSecrets ? assertion.value : nil
    outside.append(
      FoundUse(source: source, aim: .report, field: .settings, place: "test \(index + 1)", shown: shown))
  }
}
