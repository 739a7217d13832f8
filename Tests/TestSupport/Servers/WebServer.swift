import Foundation

/// A real nginx on loopback for one test suite: TLS with HTTP/2, client certificates and plain HTTP, with certificates
/// made for it by openssl. `make` gives `nil`, with a notice, where either is not installed.
public final class WebServer: Sendable {
  public let plainPort: Int
  /// `/token` is a login.
  public let securePort: Int
  /// Demands a client certificate; `/away` leads to the same server by its address, `/token` is a login.
  public let mutualPort: Int
  /// Speaks HTTP/2 from the first byte, without TLS.
  public let priorKnowledgePort: Int
  public let folder: TemporaryDirectory
  private let process: Process

  /// The CA that signed the server's and the client's certificate, PEM.
  public var caFile: String { folder.path("ca.pem") }
  public var clientCertificate: String { folder.path("client.pem") }
  public var clientKey: String { folder.path("client.key") }
  /// Another's, of the same CA.
  public var otherCertificate: String { folder.path("other.pem") }
  public var otherKey: String { folder.path("other.key") }
  public var serverCertificate: String { folder.path("server.pem") }
  public var unixSocket: String { folder.path("socket") }
  public var secureURL: String { "https://localhost:\(securePort)" }
  public var mutualURL: String { "https://localhost:\(mutualPort)" }
  public var plainURL: String { "http://127.0.0.1:\(plainPort)" }
  public var priorKnowledgeURL: String { "http://127.0.0.1:\(priorKnowledgePort)" }

  public static func make() async throws -> WebServer? {
    guard let nginx = Tool.path("nginx"), let openssl = Tool.path("openssl") else {
      Notice.show("nginx or openssl is not installed: what needs a real TLS server is skipped")
      return nil
    }
    // On a thread of its own: what waits for processes must not hold up the tasks of other tests.
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try WebServer(nginx: nginx, openssl: openssl) })
      }
    }
  }

  private init(nginx: String, openssl: String) throws {
    folder = try TemporaryDirectory("nginx")
    try Self.makeCertificates(openssl, in: folder)
    plainPort = try RawServer.refusedPort()
    securePort = try RawServer.refusedPort()
    mutualPort = try RawServer.refusedPort()
    priorKnowledgePort = try RawServer.refusedPort()
    try folder.write("www/hello", "hello over there\n")
    try folder.write("www/large", [UInt8](repeating: 65, count: 3 << 20))
    try folder.write("www/packed", [UInt8](repeating: 65, count: 100_000))
    try folder.write("users", "me:\(Self.crypt(openssl))\n")
    let ports = (plain: plainPort, secure: securePort, mutual: mutualPort, prior: priorKnowledgePort)
    try folder.write("nginx.conf", Self.settings(folder.path, ports))
    process = Process()
    process.executableURL = URL(fileURLWithPath: nginx)
    process.arguments = ["-p", folder.path, "-c", folder.path("nginx.conf"), "-e", folder.path("error.log")]
    // Whoever reads what the tests print must not wait for this one's end.
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    try waitUntilReady()
  }

  deinit {
    // Its end is not waited for, and not asked for politely: in a test nginx inherits a mask that blocks such signals.
    kill(process.processIdentifier, SIGKILL)
  }

  /// nginx says that it is there by taking a connection; nothing else tells.
  private func waitUntilReady() throws {
    for _ in 0..<2000 {
      guard process.isRunning else {
        throw ServerError("nginx did not start: \((try? folder.readText("error.log")) ?? "no log")")
      }
      if [plainPort, securePort, mutualPort, priorKnowledgePort].allSatisfy(Self.accepts) { return }
      usleep(5000)
    }
    throw ServerError("nginx did not listen")
  }

  private static func accepts(_ port: Int) -> Bool {
    #if canImport(Glibc)
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = UInt16(clamping: port).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func crypt(_ openssl: String) throws -> String {
    try Tool.run(openssl, ["passwd", "-apr1", "secret"]).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func makeCertificates(_ openssl: String, in folder: TemporaryDirectory) throws {
    let path = folder.path
    try folder.write("san", "subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    try Tool.run(
      openssl,
      ["req", "-x509"] + key + [
        "-keyout", "\(path)/ca.key", "-out", "\(path)/ca.pem", "-days", "2", "-subj", "/CN=Test CA",
      ])
    for (name, subject) in [("server", "/CN=localhost/O=Apus Tests"), ("client", "/CN=me"), ("other", "/CN=other")] {
      try Tool.run(
        openssl, ["req"] + key + ["-keyout", "\(path)/\(name).key", "-out", "\(path)/\(name).csr", "-subj", subject])
      try Tool.run(
        openssl,
        [
          "x509", "-req", "-in", "\(path)/\(name).csr", "-CA", "\(path)/ca.pem", "-CAkey", "\(path)/ca.key",
          "-CAcreateserial", "-days", "2", "-out", "\(path)/\(name).pem", "-extfile", "\(path)/san",
        ])
    }
  }

  private static func settings(
    _ path: String, _ ports: (plain: Int, secure: Int, mutual: Int, prior: Int)
  ) -> String {
    let tls = "ssl_certificate \(path)/server.pem; ssl_certificate_key \(path)/server.key;"
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(path)/\($0);" }
    let login = "location /token { default_type application/json; return 200 '{\"access_token\": \"acc\"}'; }"
    return """
      daemon off; master_process off; worker_processes 1; pid \(path)/pid; error_log \(path)/error.log;
      events { worker_connections 512; }
      http {
        access_log off; root \(path)/www; default_type text/plain; \(temporary.joined(separator: " "))
        server { listen 127.0.0.1:\(ports.plain); listen unix:\(path)/socket; location /packed { gzip on; gzip_min_length 1; gzip_types *; } location /private { auth_basic "x"; auth_basic_user_file \(path)/users; try_files /hello =404; } }
        server { listen 127.0.0.1:\(ports.prior) http2; }
        server { listen 127.0.0.1:\(ports.secure) ssl http2; \(tls) gzip on; gzip_min_length 1; gzip_types *; \(login) }
        server { listen 127.0.0.1:\(ports.mutual) ssl; \(tls) ssl_client_certificate \(path)/ca.pem; ssl_verify_client on; \(login) location /away { return 302 https://127.0.0.1:\(ports.mutual)/hello; } location / { add_header X-Client $ssl_client_s_dn; try_files $uri =404; } }
      }

      """
  }
}

/// Programs of the system that tests use when they are there.
public enum Tool {
  /// The absolute path of a program, also in the folders of the administrator.
  public static func path(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (folders + ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"]).map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program to its end and returns what it printed.
  @discardableResult
  public static func run(_ path: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.start()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ServerError("\(path) \(arguments) failed") }
    return text
  }
}
