import Basics
import Networking

extension EnvironmentTrust {
  static func read(_ root: YAMLNode, _ reader: inout NodeReader) -> EnvironmentTrust {
    guard let node = root["extensions"]?["apus"]?["tls"] else { return EnvironmentTrust() }
    var made = EnvironmentTrust(verifies: node["verify"]?.bool != false)
    made.authorities = node["ca"]?.text.flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
    for item in node["trust"]?.items ?? [] {
      guard let certificate = item.text.flatMap({ TrustedCertificate($0) }) else {
        reader.hint(item, "this trusts no certificate; write it as sha256:DIGITS HOST:PORT")
        continue
      }
      made.certificates.append(certificate)
    }
    return made
  }
}
