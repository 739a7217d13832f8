import Foundation

/// TLS servers on loopback, each with a different fault, with certificates made for the test, as described in
/// secure.py.
package struct FaultyServers: Sendable {
  package enum Name: String, CaseIterable, Sendable {
    case good, expired, early, unknown, incomplete, revoked
    case wrongHost = "wrong-host"
    case selfSigned = "self-signed"
    case weakKey = "weak-key"
    case weakSignature = "weak-signature"
    case wantsClient12 = "wants-client-1.2"
    case wantsClient13 = "wants-client-1.3"
    /// Asks for a certificate, and closes the connection silently if none arrives.
    case dropsEarly = "drops-early"
    case dropsLate = "drops-late"
    case dropsSilently = "drops-silently"
    case oldTLS = "old-tls"
    case newTLS = "new-tls"
    case noTLS = "no-tls"
  }

  package let folder: TemporaryDirectory
  private let peer: PythonPeer
  private let ports: [String: Int]

  /// Starts the servers.
  package static func make() async throws -> FaultyServers {
    let folder = try TemporaryDirectory("faulty")
    let peer = try await PythonPeer.makeSecure(in: folder.path)
    let lines = try folder.readText("ports").split(separator: "\n").map { $0.split(separator: " ") }
    let ports = lines.compactMap { line in Int(line[1]).map { (String(line[0]), $0) } }
    return FaultyServers(folder: folder, peer: peer, ports: Dictionary(ports) { $1 })
  }

  package func server(_ name: Name) -> String { "127.0.0.1:\(ports[name.rawValue] ?? 0)" }

  package func url(_ name: Name) -> String { "https://\(server(name))/" }

  /// The authority that signed most certificates; its revocation lists, one of them out of date.
  package var authority: String { folder.path("ca.pem") }
  package var revocationList: String { folder.path("crl.pem") }
  package var oldRevocationList: String { folder.path("old-crl.pem") }
}
