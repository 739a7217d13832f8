import Basics
package import HTTPModel

/// The servers to trust, as set by an environment, a request, a folder or a collection (`extensions.apus.tls` of its
/// file). It takes effect only with the user's consent, because files may come from others.
package struct ServerTrust: Hashable, Sendable {
  /// Indicates whether certificates are verified; `nil` if not set.
  package var verifies: Bool?
  /// Certificates of servers that no authority has signed.
  package var certificates: [TransferOptions.TrustedCertificate]
  /// A PEM file of authorities that replace the system's, as written; relative to the collection's folder.
  package var authorities: String?
  /// A PEM file of revoked certificates, likewise.
  package var revocations: String?

  package init(
    verifies: Bool? = nil, certificates: [TransferOptions.TrustedCertificate] = [], authorities: String? = nil,
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

  /// These settings with the changes from `old` to `new` applied; unchanged parts stay as they are here.
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

/// The level that sets a trust option, in words for questions, refusals and the options of a request.
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

/// The trust that applies to a request: for each option, the innermost level that sets it.
///
/// A level that names authorities also verifies, unless it sets otherwise; they would have no effect without
/// verification.
package struct EffectiveTrust: Hashable, Sendable {
  package struct Said<Value: Hashable & Sendable>: Hashable, Sendable {
    package let value: Value
    package let place: TrustPlace
  }

  package private(set) var verifies: Said<Bool>?
  package private(set) var authorities: Said<String>?
  package private(set) var revocations: Said<String>?
  /// For each server, the certificates of the innermost level that names it.
  package private(set) var certificates: [Said<TransferOptions.TrustedCertificate>] = []

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
  /// The effective trust as a single level.
  package init(_ effective: EffectiveTrust) {
    self.init(
      verifies: effective.verifies?.value, certificates: effective.certificates.map(\.value),
      authorities: effective.authorities?.value, revocations: effective.revocations?.value)
    // Naming authorities implies verification.
    if authorities != nil, verifies == true { verifies = nil }
  }
}

/// A trust option, described once: its key in files, its title, how it is edited.
package enum TrustField: String, CaseIterable, Hashable, Sendable {
  case verifies = "verify"
  case authorities = "ca"
  case revocations = "crl"
  case certificates = "trust"

  /// The title in forms.
  package var title: String {
    switch self {
    case .verifies: "Verify TLS"
    case .authorities: "Authorities"
    case .revocations: "Revoked"
    case .certificates: "Trusted"
    }
  }

  /// The effective value if the option is not set.
  package var usualText: String {
    switch self {
    case .verifies: "yes"
    case .authorities: "the system's"
    case .revocations, .certificates: "none"
    }
  }

  /// The choices; `nil` if the value is typed.
  package var choices: [String]? { self == .verifies ? ["", "yes", "no"] : nil }

  /// Empty if the option is not set.
  package func text(in trust: ServerTrust) -> String {
    switch self {
    case .verifies: trust.verifies.map(Self.word) ?? ""
    case .authorities: trust.authorities ?? ""
    case .revocations: trust.revocations ?? ""
    case .certificates: trust.certificates.map(\.text).joined(separator: ", ")
    }
  }

  /// The value that applies to a request, in words, and the level that sets it; `nil` if none does.
  package func said(in trust: EffectiveTrust) -> (text: String, place: TrustPlace)? {
    switch self {
    case .verifies: trust.verifies.map { (Self.word($0.value), $0.place) }
    case .authorities: trust.authorities.map { ($0.value, $0.place) }
    case .revocations: trust.revocations.map { ($0.value, $0.place) }
    case .certificates:
      trust.certificates.first.map { first in
        let count = trust.certificates.count
        return (count == 1 ? "1 certificate" : "\(count) certificates", first.place)
      }
    }
  }

  /// Sets a typed or chosen value; an invalid text changes nothing.
  package func set(_ text: String, in trust: inout ServerTrust) {
    let text = text.trimmed
    switch self {
    case .verifies: trust.verifies = text == "yes" ? true : text == "no" ? false : nil
    case .authorities: trust.authorities = text.isEmpty ? nil : text
    case .revocations: trust.revocations = text.isEmpty ? nil : text
    case .certificates: trust.certificates = Self.certificates(text) ?? trust.certificates
    }
  }

  /// The reason why a text is not a valid value; `nil` if it is valid.
  package func problem(of text: String) -> String? {
    guard self == .certificates, Self.certificates(text) == nil else { return nil }
    return "sha256:DIGITS HOST:PORT, several separated by commas"
  }

  private static func word(_ verifies: Bool) -> String { verifies ? "yes" : "no" }

  private static func certificates(_ text: String) -> [TransferOptions.TrustedCertificate]? {
    var found: [TransferOptions.TrustedCertificate] = []
    for part in text.split(separator: ",") where !part.allSatisfy(\.isWhitespace) {
      guard let certificate = TransferOptions.TrustedCertificate(String(part)) else { return nil }
      found.append(certificate)
    }
    return found
  }
}

extension ServerTrust {
  package static let fields: [Field<Self>] = [
    Field("verify", \.verifies, .verification, named: "verify TLS"),
    Field("ca", \.authorities, .path, named: "authorities"),
    Field("crl", \.revocations, .path, named: "revoked certificates"),
    Field("trust", \.certificates, .trusted, named: "trusted certificate"),
  ]
}

extension FieldType where Value == Bool? {
  fileprivate static var verification: FieldType {
    FieldType(
      empty: nil, words: { $0.map { $0 ? "yes" : "no" } ?? "" },
      read: { node, _, reader in
        if node.bool == nil { reader.hint(node, "verify is not true or false; the outer setting applies") }
        return node.bool
      },
      node: { $0.map { .bool($0) } }, json: { $0.map { .bool($0) } }, readJSON: { $2.flag($0, at: $1) })
  }
}

extension FieldType where Value == [TransferOptions.TrustedCertificate] {
  /// An edit keeps unreadable entries of a file.
  fileprivate static var trusted: FieldType {
    FieldType(
      empty: [],
      read: { node, _, reader in
        (node.items ?? []).compactMap { item in
          let certificate = item.text.flatMap { TransferOptions.TrustedCertificate($0) }
          if certificate == nil {
            reader.hint(item, "this trusts no certificate; write it as sha256:DIGITS HOST:PORT")
          }
          return certificate
        }
      },
      put: { map, key, old, new, _ in
        var items = map[key]?.items ?? []
        items.removeAll { item in
          let written = item.text.flatMap { TransferOptions.TrustedCertificate($0) }
          return written.map { old.contains($0) && !new.contains($0) } ?? false
        }
        items += new.filter { !old.contains($0) }.map { .string($0.text) }
        map.put(key, items.isEmpty ? nil : .list(items))
      },
      json: { .array($0.map { .string($0.text) }) },
      readJSON: { json, place, reader in
        reader.list(json, at: place)?.compactMap { $0.node.string.flatMap { TransferOptions.TrustedCertificate($0) } }
      },
      merge: { $4.rows($0, &$1, $2, $3, name: \.host, words: \.fingerprint) })
  }
}
