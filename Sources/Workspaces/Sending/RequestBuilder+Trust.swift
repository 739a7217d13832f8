import Basics
import HTTPModel

/// The servers that a request trusts besides those that authorities have signed: the certificates in its files and in
/// the user's list.
struct TrustedServers {
  var certificates: [TransferOptions.TrustedCertificate] = []
  /// In the form of `TransferOptions.TrustedCertificate.host`.
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
  /// The trust settings of each level, from the request outwards, in the order of variable lookup.
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

  /// True if servers are trusted here that authorities have not signed.
  package func trustsMore(for definition: RequestDefinition) -> Bool {
    !trustLevels(of: definition).isEmpty || consent?.pins.isEmpty == false
  }
}

extension RequestBuilder {
  /// The trust settings of the files, restricted to servers that the user allowed. Those for the request's own server
  /// are recorded, so that the user is asked; another server, to which a redirect may lead, needs earlier consent.
  mutating func trusted(by url: String) throws(SendRefusal) -> TrustedServers {
    let given = context.options.tls
    let said = EffectiveTrust(context.trustLevels(of: definition))
    var made = TrustedServers()
    if given?.revocationList == nil { made.revocations = try said.revocations.map(revocations) }
    // Options of this send take precedence: no verification, or other authorities.
    if given?.verifies == false || given?.caFile != nil { return made }
    let consent = context.consent
    made.certificates = consent?.pins ?? []
    let server =
      URLParts(url).scheme?.asciiLowercased == "https" ? TransferOptions.TrustedCertificate.server(of: url) : nil
    let own = Set(made.certificates.map(\.host))
    for entry in said.certificates {
      let certificate = entry.value
      let use = FoundUse(
        source: .certificate(certificate.fingerprint), aim: .peer(certificate.host), field: .settings,
        place: entry.place.words)
      // If the user trusts a certificate for this host, no consent is asked for another one in a file.
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

  /// The servers without verification: the request's own, and those that were allowed before.
  private mutating func unverified(as place: TrustPlace?, _ server: String?) -> Set<String> {
    guard let place else { return [] }
    let source: UserValueSource =
      if case .environment(let name) = place { .unverified(name) } else { .unverifiedRequests }
    return servers(for: source, with: server, place)
  }

  /// The servers that were allowed before, and the request's own, for which the user is asked.
  private mutating func servers(for source: UserValueSource, with server: String?, _ place: TrustPlace) -> Set<String> {
    var servers = context.consent?.receivers(of: source) ?? []
    if let server {
      let use = FoundUse(source: source, aim: .peer(server), field: .settings, place: place.words)
      if context.consent != nil { trust.append(use) }
      servers.insert(server)
    }
    return servers
  }

  /// The file of authorities, for the request's own server and those that were allowed before. The consent includes the
  /// content of the file; other authorities need another one.
  private mutating func authorities(
    _ said: EffectiveTrust.Said<String>, for server: String?
  ) throws(SendRefusal) -> [String: String] {
    let path: String
    let source: UserValueSource
    do throws(FileError) {
      (path, source) = try UserValueSource.authorities(at: FilePaths.join(context.folder, said.value))
    } catch {
      // The user is not asked without TLS; if redirected to TLS, the system's authorities apply.
      guard server != nil else { return [:] }
      throw unreadable(said, "ca", error)
    }
    return Dictionary(servers(for: source, with: server, said.place).map { ($0, path) }) { $1 }
  }

  /// The real path of the file of revoked certificates. It adds no trust, so it needs no consent; but it must be inside
  /// the collection.
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
        .settings, .invalid("extensions.apus.tls.crl names \(path), outside the collection; \(next)"),
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
