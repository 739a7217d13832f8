import Basics
import HTTPModel
import Libc
import Locks

/// Prevents connections from being shared between different client certificates.
///
/// libcurl reuses a connection if the text of the certificate's path is the same, and up to 8.20 compares nothing else
/// (CVE-2026-8932): not the key, its password, the format, or whether the file was replaced. So each combination gets a
/// different spelling of the path, which the system resolves to the same file.
final class ClientIdentities: Sendable {
  private struct Identity: Hashable {
    var path: String
    var format: TransferOptions.ClientCertificate.Format?
    var keyFile: String?
    var password: String?
    var files: [Stamp?]
  }

  /// Changes when the file does.
  private struct Stamp: Hashable {
    var node: UInt64
    var size: Int64
    var modified: Int64

    init?(_ path: String?) {
      var info = stat()
      guard let path, stat(path, &info) == 0 else { return nil }
      node = UInt64(info.st_ino)
      size = Int64(info.st_size)
      modified = info.modified
    }
  }

  private struct State {
    var known: [Identity: Int] = [:]
    /// The number of combinations per path.
    var counts: [String: Int] = [:]
  }

  /// The oldest entries above this limit are dropped; their connections are then opened again.
  private static let most = 256
  private let state = Mutex(State())

  /// The path to give to libcurl; `nil` without a certificate.
  func certificate(of tls: TransferOptions.TLSOptions) -> String? {
    guard let path = tls.certificateFile else { return nil }
    let identity = Identity(
      path: path, format: tls.formatOfCertificate, keyFile: tls.keyFile, password: tls.keyPassword,
      files: [Stamp(path), Stamp(tls.keyFile)])
    let number = state.withLock { state in
      if let number = state.known[identity] { return number }
      let number = state.counts[path, default: 0]
      if state.known.count >= Self.most { state.known = [:] }
      state.known[identity] = number
      state.counts[path] = number + 1
      return number
    }
    return Self.spelling(of: path, number)
  }

  /// The same path with a different spelling per number; 0 leaves it unchanged. `./` and `.//` are the binary digits.
  static func spelling(of path: String, _ number: Int) -> String {
    // A PKCS#11 URI is not a path.
    guard number > 0, !path.hasPrefix("pkcs11:") else { return path }
    let digits = String(number, radix: 2).map { $0 == "1" ? ".//" : "./" }.joined()
    return path.utf8.first == UInt8(ascii: "/") ? "/\(digits)\(path)" : digits + path
  }
}
