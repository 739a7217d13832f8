import Basics

/// A client certificate of a collection as written in its file: its hosts and its location. Variables are unresolved.
package struct CertificateDefinition: Hashable, Sendable {
  /// The certificate's format; relative paths start from the collection's folder.
  package enum Content: Hashable, Sendable {
    /// If the key's path is empty, the key is in the certificate's file.
    case pem(certificate: String, key: String)
    case pkcs12(path: String)
  }

  /// A host, with or without a port; `*` matches any text.
  package var domain: String
  package var content: Content
  /// The passphrase of the key; empty if it is not encrypted.
  package var passphrase: String
  package var isEnabled: Bool

  package init(domain: String, content: Content, passphrase: String = "", isEnabled: Bool = true) {
    self.domain = domain
    self.content = content
    self.passphrase = passphrase
    self.isEnabled = isEnabled
  }

  /// The path of the certificate, as written.
  package var path: String {
    switch content {
    case .pem(let certificate, _): certificate
    case .pkcs12(let path): path
    }
  }

  /// Its texts with the format's names, in the order of the file.
  package var fields: [(name: String, value: String)] {
    let files: [(name: String, value: String)] =
      switch content {
      case .pem(let certificate, let key): [("certificateFilePath", certificate), ("privateKeyFilePath", key)]
      case .pkcs12(let path): [("pkcs12FilePath", path)]
      }
    return [("domain", domain)] + files + [("passphrase", passphrase)]
  }
}

/// Reads the client certificates in Bruno's older `bruno.json`.
enum CertificateReader {
  /// `{enabled, certs: [{domain, type: cert | pfx, certFilePath, keyFilePath, pfxFilePath, passphrase}]}`, or just the
  /// list, as in the first version. Anything else is ignored, as in Bruno.
  static func certificates(ofOlder json: JSONValue) -> [CertificateDefinition] {
    let isOn = json["enabled"]?.bool != false
    return (json["certs"]?.array ?? json.array ?? []).compactMap { entry in
      func text(_ name: String) -> String { entry[name]?.string ?? "" }
      let content: CertificateDefinition.Content
      switch entry["type"]?.string ?? "cert" {
      case "cert": content = .pem(certificate: text("certFilePath"), key: text("keyFilePath"))
      case "pfx": content = .pkcs12(path: text("pfxFilePath"))
      default: return nil
      }
      guard !text("domain").isEmpty else { return nil }
      return CertificateDefinition(
        domain: text("domain"), content: content, passphrase: text("passphrase"), isEnabled: isOn)
    }
  }
}

extension CertificateDefinition {
  private static let types = ["pem", "pkcs12"]

  static let shape: RowShape<Self> = {
    var shape = RowShape(
      start: Self(domain: "", content: .pem(certificate: "", key: "")),
      fields: [
        Field("domain", \.domain, .text.always, what: "domain of a client certificate"), contentField,
      ] + Field.enabled(\.isEnabled),
      order: [
        "domain", "type", "certificateFilePath", "privateKeyFilePath", "pkcs12FilePath", "passphrase", "disabled",
      ],
      name: \.domain, words: \.path)
    shape.refusal = { entry in
      types.contains(entry["type"]?.text ?? "")
        ? nil : "a client certificate is `type: pem` or `type: pkcs12`; this one is not shown"
    }
    shape.refusalOfJSON = { node in
      types.contains(node["type"]?.string ?? "") ? nil : "the certificate is neither pem nor pkcs12: left out"
    }
    return shape
  }()

  /// The type, its paths and the passphrase.
  private static let contentField = Field<Self>(
    name: "certificate",
    read: { entry, certificate, reader in
      certificate.setContent(isPEM: entry["type"]?.text == "pem") { name in
        reader.text(entry[name], "\(name) of a client certificate")
      }
    },
    write: { entry, old, new, order in
      if old?.content != new.content || old?.passphrase != new.passphrase { entry.putContent(new, order: order) }
    },
    merge: { _, _, _, _ in },
    writeJSON: { node, certificate in
      node["type"] = .string(certificate.isPEM ? "pem" : "pkcs12")
      for field in certificate.fields.dropFirst() where !field.value.isEmpty { node[field.name] = .string(field.value) }
    },
    readJSON: { node, place, certificate, reader in
      certificate.setContent(isPEM: node["type"]?.string == "pem") { reader.text(node, $0, at: place) }
    })

  private mutating func setContent(isPEM: Bool, _ text: (String) -> String) {
    content =
      isPEM
      ? .pem(certificate: text("certificateFilePath"), key: text("privateKeyFilePath"))
      : .pkcs12(path: text("pkcs12FilePath"))
    passphrase = text("passphrase")
  }

  fileprivate var isPEM: Bool { if case .pem = content { true } else { false } }
}

extension YAMLNode {
  /// Writes the certificate's format, and removes members of the other format.
  fileprivate mutating func putContent(_ certificate: CertificateDefinition, order: [String]) {
    let isPEM = certificate.isPEM
    if self["type"]?.text != (isPEM ? "pem" : "pkcs12") {
      put("type", .string(isPEM ? "pem" : "pkcs12"), order: order)
    }
    let fields = Dictionary(certificate.fields.map { ($0.name, $0.value) }) { first, _ in first }
    for name in ["certificateFilePath", "privateKeyFilePath", "pkcs12FilePath", "passphrase"] {
      let value = fields[name]
      // A missing passphrase is not written; missing paths are, as in Bruno.
      if value == nil || name == "passphrase" && value == "" {
        put(name, nil)
      } else if self[name]?.text != value {
        put(name, value.map { .string($0) }, order: order)
      }
    }
  }
}
