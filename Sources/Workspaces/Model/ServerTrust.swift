package import Networking

/// Which servers are believed, as an environment, a request, a folder or a collection says it (`extensions.apus.tls` of its
/// file). It holds only as far as the user allows it: a file could otherwise bring its own.
package struct ServerTrust: Hashable, Sendable {
  /// Whether certificates are verified at all; `nil` says nothing.
  package var verifies: Bool?
  /// Certificates of servers that no authority vouches for.
  package var certificates: [TrustedCertificate]
  /// A PEM file of authorities that take the place of the system's, as it is written; from the collection's folder.
  package var authorities: String?
  /// A PEM file of revoked certificates, the same way.
  package var revocations: String?

  package init(
    verifies: Bool? = nil, certificates: [TrustedCertificate] = [], authorities: String? = nil,
    revocations: String? = nil
  ) {
    self.verifies = verifies
    self.certificates = certificates
    self.authorities = authorities
    self.revocations = revocations
  }

  package var isEmpty: Bool {
    verifies == nil && certificates.isEmpty && authorities == nil && revocations == nil
  }

  /// This trust with what changed between the other two; what both have stays as it is here.
  package func merging(from old: Self, to new: Self) -> Self {
    var merged = self
    if old.verifies != new.verifies { merged.verifies = new.verifies }
    if old.authorities != new.authorities { merged.authorities = new.authorities }
    if old.revocations != new.revocations { merged.revocations = new.revocations }
    merged.certificates.removeAll { old.certificates.contains($0) && !new.certificates.contains($0) }
    merged.certificates += new.certificates.filter { !old.certificates.contains($0) && !certificates.contains($0) }
    return merged
  }
}

/// Where something is said about whom to believe, in words: it stands in questions, refusals and the options of a request.
package enum TrustPlace: Hashable, Sendable {
  case request(String)
  case folder(String)
  case environment(String)
  case collection(String)

  package var words: String {
    switch self {
    case .request(let name): "request \(name)"
    case .folder(let name): "folder \(name)"
    case .environment(let name): "environment \(name)"
    case .collection(let name): "collection \(name)"
    }
  }
}

/// Whom a request believes: for each thing that can be said, the innermost place that says it.
///
/// A place that names authorities verifies, unless it says otherwise itself: they would be of no use.
package struct EffectiveTrust: Hashable, Sendable {
  package struct Said<Value: Hashable & Sendable>: Hashable, Sendable {
    package let value: Value
    package let place: TrustPlace
  }

  package private(set) var verifies: Said<Bool>?
  package private(set) var authorities: Said<String>?
  package private(set) var revocations: Said<String>?
  /// Of each server those of the innermost place that names it.
  package private(set) var certificates: [Said<TrustedCertificate>] = []

  /// - Parameter levels: from the request outwards.
  package init(_ levels: [(place: TrustPlace, trust: ServerTrust)]) {
    var named: Set<String> = []
    for (place, trust) in levels where !trust.isEmpty {
      if verifies == nil, let said = trust.verifies ?? (trust.authorities == nil ? nil : true) {
        verifies = Said(value: said, place: place)
      }
      if authorities == nil { authorities = trust.authorities.map { Said(value: $0, place: place) } }
      if revocations == nil { revocations = trust.revocations.map { Said(value: $0, place: place) } }
      let new = trust.certificates.filter { !named.contains($0.host) }
      certificates += new.map { Said(value: $0, place: place) }
      named.formUnion(new.map(\.host))
    }
  }

  package var isEmpty: Bool {
    verifies == nil && certificates.isEmpty && authorities == nil && revocations == nil
  }
}

extension ServerTrust {
  /// What holds, as one place says it.
  package init(_ effective: EffectiveTrust) {
    self.init(
      verifies: effective.verifies?.value, certificates: effective.certificates.map(\.value),
      authorities: effective.authorities?.value, revocations: effective.revocations?.value)
    // That is what naming authorities means.
    if authorities != nil, verifies == true { verifies = nil }
  }
}
