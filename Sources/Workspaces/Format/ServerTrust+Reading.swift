import Basics
import Networking

extension ServerTrust {
  static func read(_ root: YAMLNode?, _ reader: inout NodeReader) -> ServerTrust {
    guard let node = root?["extensions"]?["apus"]?["tls"] else { return ServerTrust() }
    var made = ServerTrust(verifies: node["verify"]?.bool)
    if let verify = node["verify"], made.verifies == nil, !verify.isNull {
      reader.hint(verify, "verify is not true or false; certificates are verified as around it")
    }
    made.authorities = path(node["ca"])
    made.revocations = path(node["crl"])
    for item in node["trust"]?.items ?? [] {
      guard let certificate = item.text.flatMap({ TrustedCertificate($0) }) else {
        reader.hint(item, "this trusts no certificate; write it as sha256:DIGITS HOST:PORT")
        continue
      }
      made.certificates.append(certificate)
    }
    return made
  }

  private static func path(_ node: YAMLNode?) -> String? {
    node?.text.flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
  }
}
