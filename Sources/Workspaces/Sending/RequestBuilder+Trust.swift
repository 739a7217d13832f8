import Basics
import Networking

/// Whom a request believes besides authorities: certificates of the files around it and of the user's own list.
struct BelievedServers {
  var certificates: [TrustedCertificate] = []
  /// As `TrustedCertificate.host` has them.
  var unverified: Set<String> = []
  /// Files of authorities, by server.
  var authorities: [String: String] = [:]
  /// The file of revoked certificates, for every server.
  var revocations: String?

  func apply(to options: inout TransferOptions) {
    guard !certificates.isEmpty || !unverified.isEmpty || !authorities.isEmpty || revocations != nil else { return }
    var tls = options.tls ?? TransferOptions.TLSOptions()
    (tls.trusted, tls.unverified, tls.authorities) = (certificates, unverified, authorities)
    tls.revocationList = tls.revocationList ?? revocations
    options.tls = tls
  }
}

extension SendContext {
  /// What is said about whom to believe, from the request outwards: in the order in which variables are looked up.
  package func trustLevels(of definition: RequestDefinition) -> [(place: TrustPlace, trust: ServerTrust)] {
    let around = Self.trustLevels(around: layers, environment: environment.map { ($0.name, $0.trust) })
    return definition.trust.isEmpty ? around : [(.request(definition.name), definition.trust)] + around
  }

  /// The same without the request.
  package static func trustLevels(
    around layers: [Layer], environment: (name: String, trust: ServerTrust)?
  ) -> [(place: TrustPlace, trust: ServerTrust)] {
    var levels: [(place: TrustPlace, trust: ServerTrust)] = []
    for layer in layers.dropFirst().reversed() where !layer.settings.trust.isEmpty {
      levels.append((.folder(layer.name), layer.settings.trust))
    }
    if let environment, !environment.trust.isEmpty {
      levels.append((.environment(environment.name), environment.trust))
    }
    if let root = layers.first, !root.settings.trust.isEmpty {
      levels.append((.collection(root.name), root.settings.trust))
    }
    return levels
  }

  /// Whether more is believed here than what authorities vouch for.
  package func trustsMore(for definition: RequestDefinition) -> Bool {
    !trustLevels(of: definition).isEmpty || consent?.pins.isEmpty == false
  }
}

extension RequestBuilder {
  /// The trust of the files holds for servers that the user allowed. That of the request's own server is recorded, to be
  /// asked about; another server, to which a redirect may lead, needs a consent from before.
  mutating func believed(by url: String) throws(SendRefusal) -> BelievedServers {
    let given = context.options.tls
    let said = EffectiveTrust(context.trustLevels(of: definition))
    var made = BelievedServers()
    if given?.revocationList == nil { made.revocations = try said.revocations.map(revocations) }
    // What was said for this very send comes first: not to verify, or which authorities decide.
    if given?.verifies == false || given?.caFile != nil { return made }
    let consent = context.consent
    made.certificates = consent?.pins ?? []
    let server = URLParts(url).scheme?.asciiLowercased == "https" ? TrustedCertificate.server(of: url) : nil
    let own = Set(made.certificates.map(\.host))
    for entry in said.certificates {
      let certificate = entry.value
      let use = FoundUse(
        source: .certificate(certificate.fingerprint), aim: .peer(certificate.host), field: .settings,
        place: entry.place.words)
      // Where the user has one of their own, nobody is asked about another that a file names.
      if own.contains(certificate.host) {
        guard try isAllowed(use) else { continue }
      } else if certificate.host == server {
        if consent != nil { trust.append(use) }
      } else if try !isAllowed(use) {
        continue
      }
      made.certificates.append(certificate)
    }
    guard said.verifies?.value != false else {
      made.unverified = unverified(as: said.verifies?.place, server)
      return made
    }
    if let written = said.authorities { made.authorities = try authorities(written, for: server) }
    return made
  }

  /// The servers that nobody verifies: the request's own, and those that were allowed before.
  private mutating func unverified(as place: TrustPlace?, _ server: String?) -> Set<String> {
    guard let place else { return [] }
    let source: OutsideSource =
      if case .environment(let name) = place { .unverified(name) } else { .unverifiedRequests }
    var servers = context.consent?.receivers(of: source) ?? []
    if let server {
      let use = FoundUse(source: source, aim: .peer(server), field: .settings, place: place.words)
      if context.consent != nil { trust.append(use) }
      servers.insert(server)
    }
    return servers
  }

  /// The file of authorities, for the request's own server and for those that were allowed before. What is in the file is
  /// part of the consent: other authorities need another one.
  private mutating func authorities(
    _ said: EffectiveTrust.Said<String>, for server: String?
  ) throws(SendRefusal) -> [String: String] {
    let path: String
    let source: OutsideSource
    do throws(FileError) {
      (path, source) = try OutsideSource.authorities(at: FilePaths.join(context.folder, said.value))
    } catch {
      // Without TLS nobody is asked; a redirect to a server over TLS finds the system's authorities.
      guard server != nil else { return [:] }
      throw unreadable(said, "ca", error)
    }
    var servers = context.consent?.receivers(of: source) ?? []
    if let server {
      let use = FoundUse(source: source, aim: .peer(server), field: .settings, place: said.place.words)
      if context.consent != nil { trust.append(use) }
      servers.insert(server)
    }
    return Dictionary(servers.map { ($0, path) }) { $1 }
  }

  /// The file of revoked certificates by its real path. It makes nobody believed, so it needs no consent; but a file
  /// outside of the collection is none of its business.
  private func revocations(_ said: EffectiveTrust.Said<String>) throws(SendRefusal) -> String {
    let path: String
    do throws(FileError) {
      path = try Disk.resolve(FilePaths.join(context.folder, said.value))
      try Disk.checkReadable(path)
    } catch {
      throw unreadable(said, "crl", error)
    }
    guard context.consent?.holds(path) ?? true else {
      let next = "put the list into the collection, or name it with --crlfile"
      throw SendRefusal(
        .settings, .invalid("extensions.apus.tls.crl names \(path), outside of the collection; \(next)"),
        said.place.words)
    }
    return path
  }

  private func unreadable(_ said: EffectiveTrust.Said<String>, _ key: String, _ error: FileError) -> SendRefusal {
    let next = "correct extensions.apus.tls.\(key), or put the file there"
    let full = FilePaths.join(context.folder, said.value)
    return SendRefusal(
      .settings, .unreadableFile(path: full, reason: "\(error.message); \(next)"), said.place.words)
  }

  private func isAllowed(_ use: FoundUse) throws(SendRefusal) -> Bool {
    guard let consent = context.consent else { return true }
    do throws(WorkspaceError) { return try consent.unallowed(uses([use])).isEmpty } catch {
      throw SendRefusal(use.field, .invalid(error.description), use.place)
    }
  }
}
