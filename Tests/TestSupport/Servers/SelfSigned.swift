import Foundation

/// A TLS server with a self-signed certificate.
package enum SelfSigned {
  /// Creates a folder with `server.pem` and `server.key`.
  package static func make() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory("self-signed")
    try renew(folder)
    return folder
  }

  /// Replaces key and certificate in the same files.
  package static func renew(_ folder: TemporaryDirectory) throws {
    try Tool.run(
      Tool.required("openssl"),
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
        "/CN=apus.test", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-keyout", folder.path("server.key"),
        "-out", folder.path("server.pem"),
      ])
  }

  /// Replaces the certificate with one issued by its own authority; the authority's is `ca.pem`.
  package static func issue(_ folder: TemporaryDirectory) throws {
    let openssl = try Tool.required("openssl")
    try folder.write("names", "subjectAltName=IP:127.0.0.1,DNS:localhost\n")
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout"]
    let authority = ["-subj", "/CN=Own Authority", "-days", "2", "-out", folder.path("ca.pem")]
    try Tool.run(openssl, ["req", "-x509"] + key + [folder.path("ca.key")] + authority)
    try Tool.run(
      openssl, ["req"] + key + [folder.path("server.key"), "-subj", "/CN=apus.test", "-out", folder.path("server.csr")])
    try Tool.run(
      openssl,
      [
        "x509", "-req", "-in", folder.path("server.csr"), "-CA", folder.path("ca.pem"), "-CAkey", folder.path("ca.key"),
        "-CAcreateserial", "-days", "2", "-extfile", folder.path("names"), "-out", folder.path("server.pem"),
      ])
  }

  /// SHA-256 of the certificate as openssl computes it, in lower-case hexadecimal.
  package static func fingerprint(_ folder: TemporaryDirectory) throws -> String {
    let text = try Tool.run(
      Tool.required("openssl"), ["x509", "-in", folder.path("server.pem"), "-noout", "-fingerprint", "-sha256"])
    return (text.split(separator: "=").last ?? "").filter(\.isHexDigit).lowercased()
  }

  /// Starts a server that answers `hello` with the folder's current certificate.
  package static func serve(_ folder: TemporaryDirectory) async throws -> PythonPeer {
    try await PythonPeer.make("secure", folder.path("server.pem"), folder.path("server.key"))
  }
}

extension PythonPeer {
  /// The request lines of the received requests.
  package var requests: [String] {
    seen.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("refused: ") }
  }
}
