import Basics
import CCurl
import Essentials
import Libc

/// The system's trusted authorities, in a form that libcurl loads once instead of for every connection.
/// Loading them takes some 20 ms and blocks the thread. libcurl caches them (since 7.87) only if they all come from one
/// file, unlike in a build with a file and a folder, as on Debian. The folder is omitted if the file contains all of
/// its certificates.
struct SystemAuthorities {
  private struct Stamp: Equatable {
    var modified: Int64 = 0
    var size = 0
  }

  /// Read for the first TLS transfer.
  private lazy var named = NamedAuthorities(ProcessInfo.processInfo.environment)
  private var stamp: Stamp?
  private var isWhole = false
  private static let firstVersion: UInt32 = 0x075700

  /// Configures a TLS transfer without its own authorities.
  mutating func set(on handle: CurlHandle) {
    guard handle.library.version.number >= Self.firstVersion, let file = handle.string(CURLINFO_CAINFO),
      let folder = handle.string(CURLINFO_CAPATH), named.adds(nothingTo: file, folder), let found = Self.stamp(of: file)
    else { return named.set(on: handle) }
    if found != stamp {
      isWhole = Self.entries(of: folder) <= Self.certificates(in: file)
      // libcurl's cache is older than the file.
      if stamp != nil { handle.set(CURLOPT_CA_CACHE_TIMEOUT, 1) }
      stamp = found
    }
    guard isWhole else { return }
    handle.set(CURLOPT_CAINFO, file)
    handle.set(CURLOPT_CAPATH, pointer: nil)
  }

  private static func stamp(of path: String) -> Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Stamp(modified: status.modified, size: Int(status.st_size))
  }

  /// Counts the certificates that OpenSSL can find, by names such as `9d04f354.0`.
  static func entries(of folder: String) -> Int {
    // libcurl cannot read an unreadable folder either.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count { name in
      let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      return parts.count == 2 && parts[0].count == 8 && parts[1].allSatisfy(\.isASCIIDigit)
    }
  }

  static func certificates(in file: String) -> Int {
    // A missing file has none.
    guard let text = try? Data(contentsOf: URL(fileURLWithPath: file)) else { return 0 }
    let mark = Array("-----BEGIN ".utf8)
    return text.withUnsafeBytes { text in
      text.split(separator: 0x0a).count { $0.starts(with: mark) }
    }
  }
}

/// The certificate authorities named by the environment instead of the system's, by the same variables as for the curl
/// program.
struct NamedAuthorities: Equatable {
  /// `CURL_CA_BUNDLE`, else `SSL_CERT_FILE`: a file of concatenated certificates.
  let file: String?
  /// `SSL_CERT_DIR`, unless `CURL_CA_BUNDLE` is set: a folder in OpenSSL's hashed form.
  let folder: String?

  init(_ environment: [String: String]) {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let bundle = value("CURL_CA_BUNDLE")
    file = bundle ?? value("SSL_CERT_FILE")
    folder = bundle == nil ? value("SSL_CERT_DIR") : nil
  }

  /// True if the environment names only the system's own file and folder.
  func adds(nothingTo systemFile: String, _ systemFolder: String) -> Bool {
    (file ?? systemFile) == systemFile && (folder ?? systemFolder) == systemFolder
  }

  /// Leaves libcurl's default for anything not named, like the curl program.
  func set(on handle: CurlHandle) {
    if let file { handle.set(CURLOPT_CAINFO, file) }
    if let folder { handle.set(CURLOPT_CAPATH, folder) }
  }
}

/// The file and the folder in which libcurl looks for certificate authorities, for `apus doctor`.
package struct AuthorityPlace: Hashable, Sendable {
  /// A file of concatenated certificates.
  package let file: String?
  /// A folder in OpenSSL's hashed form.
  package let folder: String?

  /// The places named by the environment, else libcurl's defaults, which it reports since 7.84.
  package init(environment: [String: String]) {
    let named = NamedAuthorities(environment)
    let standard = Self.standard
    file = named.file ?? standard.file
    folder = named.folder ?? standard.folder
  }

  private static var standard: (file: String?, folder: String?) {
    guard case .library(let library) = CurlLibrary.loaded, let raw = library.easyInit() else { return (nil, nil) }
    defer { library.easyCleanup(raw) }
    let handle = CurlHandle(library: library, raw: raw)
    return (handle.string(CURLINFO_CAINFO), handle.string(CURLINFO_CAPATH))
  }
}
