import Basics
import Networking

/// Whom a request believes besides authorities: certificates of its environment's file and of the user's own list.
struct BelievedServers {
  var certificates: [TrustedCertificate] = []
  /// As `TrustedCertificate.host` has them.
  var unverified: Set<String> = []
  /// Files of authorities, by server.
  var authorities: [String: String] = [:]

  func apply(to options: inout TransferOptions) {
    guard !certificates.isEmpty || !unverified.isEmpty || !authorities.isEmpty else { return }
    var tls = options.tls ?? TransferOptions.TLSOptions()
    (tls.trusted, tls.unverified, tls.authorities) = (certificates, unverified, authorities)
    options.tls = tls
  }
}

extension SendContext {
  /// Whether more is believed here than what authorities vouch for.
  package var trustsMore: Bool {
    environment.map { $0.trust != EnvironmentTrust() } == true || consent?.pins.isEmpty == false
  }
}

extension RequestBuilder {
  /// The trust of the file holds for servers that the user allowed. That of the request's own server is recorded, to be
  /// asked about; another server, to which a redirect may lead, needs a consent from before.
  mutating func believed(by url: String) throws(SendRefusal) -> BelievedServers {
    // What was said for this very send comes first: not to verify, or which authorities decide.
    let given = context.options.tls
    if given?.verifies == false || given?.caFile != nil { return BelievedServers() }
    let consent = context.consent
    var made = BelievedServers(certificates: consent?.pins ?? [])
    guard let environment = context.environment, environment.trust != EnvironmentTrust() else { return made }
    let place = "environment \(environment.name)"
    let server = URLParts(url).scheme?.asciiLowercased == "https" ? TrustedCertificate.server(of: url) : nil
    let own = Set(made.certificates.map(\.host))
    for certificate in environment.trust.certificates {
      let use = FoundUse(
        source: .certificate(certificate.fingerprint), aim: .peer(certificate.host), field: .settings, place: place)
      // Where the user has one of their own, nobody is asked about another that the file names.
      if own.contains(certificate.host) {
        guard try isAllowed(use) else { continue }
      } else if certificate.host == server {
        if consent != nil { trust.append(use) }
      } else if try !isAllowed(use) {
        continue
      }
      made.certificates.append(certificate)
    }
    if let written = environment.trust.authorities {
      made.authorities = try authorities(written, for: server, place)
    }
    guard !environment.trust.verifies else { return made }
    let source = OutsideSource.unverified(environment.name)
    if let server {
      let use = FoundUse(source: source, aim: .peer(server), field: .settings, place: place)
      if consent != nil { trust.append(use) }
      made.unverified.insert(server)
    }
    made.unverified.formUnion(consent?.receivers(of: source) ?? [])
    return made
  }

  /// The file of authorities, for the request's own server and for those that were allowed before. What is in the file is
  /// part of the consent: other authorities need another one.
  private mutating func authorities(
    _ written: String, for server: String?, _ place: String
  ) throws(SendRefusal) -> [String: String] {
    let path: String
    let source: OutsideSource
    do throws(FileError) {
      (path, source) = try OutsideSource.authorities(at: FilePaths.join(context.folder, written))
    } catch {
      // Without TLS nobody is asked; a redirect to a server over TLS finds the system's authorities.
      guard server != nil else { return [:] }
      let next = "correct extensions.apus.tls.ca, or put the file there"
      let full = FilePaths.join(context.folder, written)
      throw SendRefusal(.settings, .unreadableFile(path: full, reason: "\(error.message); \(next)"), place)
    }
    var servers = context.consent?.receivers(of: source) ?? []
    if let server {
      let use = FoundUse(source: source, aim: .peer(server), field: .settings, place: place)
      if context.consent != nil { trust.append(use) }
      servers.insert(server)
    }
    return Dictionary(servers.map { ($0, path) }) { $1 }
  }

  private func isAllowed(_ use: FoundUse) throws(SendRefusal) -> Bool {
    guard let consent = context.consent else { return true }
    do throws(WorkspaceError) { return try consent.unallowed(uses([use])).isEmpty } catch {
      throw SendRefusal(use.field, .invalid(error.description), use.place)
    }
  }
}
