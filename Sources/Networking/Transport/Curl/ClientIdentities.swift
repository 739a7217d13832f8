import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Keeps connections apart that were made with different client certificates.
///
/// libcurl gives a connection to another transfer where the text of the certificate's path is the same, and up to 8.20
/// looks at nothing else (CVE-2026-8932): not at the key, its password or the format, nor whether the file was renewed.
/// Each of those gets a spelling of the path of its own, which the system reads as the same file.
final class ClientIdentities: Sendable {
  private struct Identity: Hashable {
    var path: String
    var format: ClientCertificate.Format?
    var keyFile: String?
    var password: String?
    var files: [Stamp?]
  }

  /// What changes when a file does.
  private struct Stamp: Hashable {
    var node: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int

    init?(_ path: String?) {
      var info = stat()
      guard let path, stat(path, &info) == 0 else { return nil }
      node = UInt64(info.st_ino)
      size = Int64(info.st_size)
      #if canImport(Darwin)
      let time = info.st_mtimespec
      #else
      let time = info.st_mtim
      #endif
      seconds = Int(time.tv_sec)
      nanoseconds = Int(time.tv_nsec)
    }
  }

  private struct State {
    var known: [Identity: Int] = [:]
    /// How many there were of a path.
    var counts: [String: Int] = [:]
  }

  /// Older entries are dropped; their connections are then opened again.
  private static let most = 256
  private let state = Mutex(State())

  /// The path as libcurl gets it; `nil` where there is no certificate.
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

  /// The same file in another spelling for each number; the first as it is. `./` and `.//` are the digits.
  static func spelling(of path: String, _ number: Int) -> String {
    // What names a token is no path.
    guard number > 0, !path.hasPrefix("pkcs11:") else { return path }
    let digits = String(number, radix: 2).map { $0 == "1" ? ".//" : "./" }.joined()
    return path.utf8.first == UInt8(ascii: "/") ? "/\(digits)\(path)" : digits + path
  }
}
